import * as z from 'zod/mini'
import { get, id, post } from './endpoint.ts'
import { admin, member } from './guards.ts'
import { written } from './written.ts'

/** The ways in which members are written to. */
export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

export const channelNames: Readonly<Record<Channel, string>> = { email: 'E-mail', sms: 'SMS' }

/** News and offers need consent; what belongs to a payment, a booking or a class does not. */
export const purposes = ['marketing', 'service'] as const
export type Purpose = (typeof purposes)[number]

/** Why somebody who is meant gets no message, each with what a person reads for it. */
export const refusals = {
  noConsent: 'Has not agreed to this channel',
  unsubscribed: 'Has taken consent back',
  noAddress: 'No address',
  noGuardian: 'Under 18 without a guardian',
  undeliverable: 'The address does not work',
  stopped: 'Has asked to stop',
  duplicate: 'Same address as somebody else',
} as const satisfies Readonly<Record<string, string>>

export type Refusal = keyof typeof refusals
/** For `z.enum`. */
export const refusalKinds = Object.keys(refusals) as [Refusal, ...Refusal[]]

/** Why nothing goes to an address any more. */
export const stopReasons = ['bounced', 'complained', 'stop'] as const
export type StopReason = (typeof stopReasons)[number]

export const stopReasonNames: Readonly<Record<StopReason, string>> = {
  bounced: 'What was sent came back',
  complained: 'Was reported as spam',
  stop: 'Answered STOP',
}

export const getStoppedAddresses = get('/api/member/GetStoppedAddresses/:id', {
  summary: 'The addresses of a member and his contacts that nothing goes to any more, and why.',
  access: member('id'),
  output: z.array(
    z.object({
      stoppedAddressId: id,
      channel: z.enum(channels),
      address: z.string(),
      reason: z.enum(stopReasons),
      /** What the provider said; may be empty. */
      detail: z.string(),
      /** ISO 8601, UTC. */
      since: z.string(),
      /** Whose it is: the member and contacts. */
      people: z.array(z.string()),
    }),
  ),
})

export const liftStoppedAddress = post('/api/member/LiftStoppedAddress/:id', {
  summary: 'Says that an address of a member or one of his contacts works again, and may be written to.',
  access: admin(member('id')),
  input: { channel: z.enum(channels), address: written(254) },
  output: z.object({ channel: z.enum(channels), address: z.string() }),
})
