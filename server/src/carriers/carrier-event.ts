import type { Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

interface About {
  readonly channel: 'email' | 'sms'
  /** Our own name of the message it is about, as it was given to `send`; null where the carrier does not say. */
  readonly messageId: string | null
  /** The carrier's name of the message: of Twilio's, what `send` answered. */
  readonly providerId: string | null
  /** When it happened, by the carrier's clock; when it came here, where the carrier does not say. */
  readonly at: Date
}

/** What became of a message. They arrive in any order: later ones do not undo what is final. */
export interface CarrierReport extends About {
  /** Whom it was for. */
  readonly address: string
  /**
   * sent: the next carrier has it. delivered: it is there. bounced: it came back. failed: it never left the carrier.
   * complained: whoever got it says that it is spam.
   */
  readonly state: 'sent' | 'delivered' | 'bounced' | 'failed' | 'complained'
  /** Nothing will ever reach this address. */
  readonly isAddressBad: boolean
  /** Why, in words that can be shown; '' where there is nothing to say. */
  readonly detail: string
}

/** What somebody has answered. `messageId` is known where an e-mail says what it answers; `providerId` names the answer. */
export interface CarrierReply extends About {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Somebody wants no more, or wants them again. */
export interface CarrierStop extends About {
  readonly address: string
  readonly isStopped: boolean
  /** How they said so. */
  readonly detail: string
}

/**
 * Whoever sends messages, and wants to know what became of them. Each is called in the transaction that marks the event as
 * worked off: what it writes is written once, however often the event comes.
 * @returns whether it belongs to something of theirs. What belongs to nobody is told again, for days.
 */
export interface CarrierListener {
  readonly onReport?: (tx: Transaction<Tables>, report: CarrierReport) => Promise<boolean>
  readonly onReply?: (tx: Transaction<Tables>, reply: CarrierReply) => Promise<boolean>
  readonly onStop?: (tx: Transaction<Tables>, stop: CarrierStop) => Promise<boolean>
}

/** What a webhook brings, as it is stored. */
export interface CarrierEvent {
  readonly carrier: 'mail' | 'twilio'
  readonly kind: 'report' | 'reply' | 'stop'
  /** Tells it from every other of the carrier's; the same again is the same event. */
  readonly eventKey: string
  readonly messageId: string | null
  readonly providerId: string | null
  readonly address: string
  readonly told: Told
  /** null: not said. */
  readonly happenedAt: Date | null
}

/** The rest of a report, a reply or a stop. */
export interface Told {
  readonly state?: CarrierReport['state']
  readonly isAddressBad?: boolean
  readonly isStopped?: boolean
  readonly detail?: string
  readonly to?: string
  readonly subject?: string
  readonly text?: string
}
