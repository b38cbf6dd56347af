import { memberStatus } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refused } from '../platform/refused.ts'
import { moveStatus, statusMoves } from './status.ts'

const { active, prospect, lapsed, issue, notInterested, enquiry, unconverted } = memberStatus

describe('moveStatus', () => {
  it.each([
    [enquiry, prospect, 'trialOrBooking'],
    [prospect, active, 'activation'],
    [active, lapsed, 'lapse'],
    [lapsed, active, 'renewal'],
    [active, issue, 'issueRaised'],
    [issue, active, 'issueSettled'],
    [enquiry, notInterested, 'notInterested'],
    [prospect, notInterested, 'notInterested'],
    [prospect, unconverted, 'trialEnded'],
  ])('%i to %i is %s', (from, to, move) => {
    expect(moveStatus(from, to)).toBe(move)
  })

  it('refuses every other move and names both states', () => {
    const anyStatus = fc.constantFrom(...Object.values(memberStatus))
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        fc.pre(!statusMoves.some(move => move.from === from && move.to === to))
        expect(() => moveStatus(from, to)).toThrow(Refused)
      }),
    )
    expect(() => moveStatus(lapsed, unconverted)).toThrow('A membership cannot go from “Lapsed” to “Unconverted”.')
  })
})
