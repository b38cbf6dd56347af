import { readFileSync } from 'node:fs'
import path from 'node:path'
import { memberStatus, names } from '@honbu/contract/ids.ts'
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
    [notInterested, enquiry, 'reopened'],
    [unconverted, enquiry, 'reopened'],
    [notInterested, prospect, 'trialOrBooking'],
    [unconverted, prospect, 'trialOrBooking'],
    [lapsed, prospect, 'trialOrBooking'],
    [notInterested, active, 'activation'],
    [unconverted, active, 'activation'],
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

it('is drawn in docs/membership-status.md as it is here', () => {
  const drawn = readFileSync(path.join(import.meta.dirname, '../../../docs/membership-status.md'), 'utf8')
  const state = (id: number) => (names[id] ?? '').replaceAll(' ', '')
  const lines = statusMoves.map(({ from, by, to }) => `  ${state(from)} --> ${state(to)}: ${by}`)
  expect(drawn.match(/^ {2}\w+ --> .*$/gm)).toEqual(lines)
  const rows = statusMoves.map(({ from, by, to }) => `| ${names[from]} ${from} | ${by} | ${names[to]} ${to} |`)
  expect(drawn.match(/^\| [A-Z][^|]+ \d+ \|.*$/gm)).toEqual(rows)
})
