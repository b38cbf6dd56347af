interface Reasons {
  /** Another try may help: the carrier was not reached, was busy, or said "later". */
  readonly canRetry: boolean
  /** Nothing will ever reach this address or number. */
  readonly isAddressBad?: boolean
  /** Whose it is has told the carrier that they want no more. */
  readonly isStopped?: boolean
  readonly carrier?: Carrier | undefined
}

/** For the log: who refused it, and in which words, without addresses. */
interface Carrier {
  readonly host?: string
  readonly said?: string
}

/** A message that was certainly not sent. `message` is fit to be shown: it holds neither address, number nor text. */
export class NotSent extends Error {
  readonly canRetry: boolean
  readonly isAddressBad: boolean
  readonly isStopped: boolean
  readonly carrier: Carrier
  constructor(message: string, { canRetry, isAddressBad = false, isStopped = false, carrier = {} }: Reasons) {
    super(message)
    this.name = 'NotSent'
    this.canRetry = canRetry
    this.isAddressBad = isAddressBad
    this.isStopped = isStopped
    this.carrier = carrier
  }
}
