import { describe, expect, it } from 'vitest'
import { chosen, groupsOf } from './candidates.ts'
import {
  asksReason,
  clear,
  type Entry,
  entered,
  entryFor,
  fillIn,
  giveReason,
  lacksReason,
  outcomeOf,
  passReady,
  readEntries,
  splitWords,
  withWords,
} from './entries.ts'
import { candidate, gradeIds, karate, result } from './test-rows.ts'

const { white, yellow, orange, green } = gradeIds
const pass: Entry = { passed: true, gradeId: yellow, reason: '', note: '' }

describe('splitWords', () => {
  it('parts results from reasons and notes, and withWords puts them together again', () => {
    const entries = {
      '1 1': { passed: true, gradeId: 2, reason: 'Soon 18', note: 'Knee' },
      '2 1': { passed: false, gradeId: 2, reason: '', note: '' },
    }
    const { results, words } = splitWords(entries)
    expect(JSON.stringify(results)).not.toMatch(/Soon|Knee/)
    expect(words).toEqual({ '1 1': { reason: 'Soon 18', note: 'Knee' } })
    expect(withWords(results, words)).toEqual(entries)
  })

  it('keeps what has been written since, and takes nothing that is no text', () => {
    const now = { '1 1': { passed: true, gradeId: 2, reason: '', note: 'Left arm' } }
    expect(withWords(now, { '1 1': { reason: 'Soon 18', note: 'Knee' } })).toEqual(now)
    const empty = { '1 1': { passed: true, gradeId: 2, reason: '', note: '' } }
    for (const words of [null, 'x', { '1 1': { note: 1 } }, { '1 1': { passed: 'no' } }])
      expect(withWords(empty, words)).toEqual(empty)
  })
})

describe('entryFor', () => {
  it('goes to the next grade, or two up, and keeps what was written', () => {
    const row = candidate()
    expect(entryFor(row, 'pass')).toEqual(pass)
    expect(entryFor(row, 'fail', { ...pass, note: 'Kata' })).toEqual({ ...pass, passed: false, note: 'Kata' })
    expect(entryFor(row, 'double')).toEqual({ ...pass, gradeId: orange })
  })

  it('is nothing above the highest grade', () => {
    expect(entryFor(candidate({ gradeIdsAbove: [] }), 'pass')).toBeNull()
    expect(entryFor(candidate({ gradeIdsAbove: [green] }), 'double')).toBeNull()
  })

  it('is known again by its button', () => {
    for (const outcome of ['pass', 'fail', 'double'] as const) {
      const entry = entryFor(candidate(), outcome)
      expect(entry && outcomeOf(candidate(), entry)).toBe(outcome)
    }
    expect(outcomeOf(candidate(), { ...pass, gradeId: green })).toBeNull()
  })
})

describe('defaults', () => {
  const ready = candidate({ memberId: 1 })
  const notReady = candidate({ memberId: 2, gradingRequirementFlags: 1 })
  const done = candidate({ memberId: 3, result: result() })

  it('fill in what is open and change nothing that was entered', () => {
    const entries = { '2-1': { ...pass, passed: false } }
    expect(fillIn(entries, [ready, notReady, done], 'pass')).toEqual({ '1-1': pass, ...entries })
    expect(passReady({}, [ready, notReady, done])).toEqual({ '1-1': pass })
    expect(clear(fillIn({}, [ready, notReady], 'pass'), [ready])).toEqual({ '2-1': pass })
  })

  it('give one reason to everyone who lacks one', () => {
    const entries = { '1-1': pass, '2-1': pass }
    expect([ready, notReady].map(row => asksReason(row, pass))).toEqual([false, true])
    const given = giveReason(entries, [ready, notReady], 'Trained elsewhere')
    expect(given).toEqual({ '1-1': pass, '2-1': { ...pass, reason: 'Trained elsewhere' } })
    expect(lacksReason(notReady, given['2-1'])).toBe(false)
    expect(lacksReason(notReady, { ...pass, reason: '  ' })).toBe(true)
  })

  it('leave out who has a result from another device by now', () => {
    expect(entered({ '1-1': pass, '3-1': pass }, [ready, done])).toEqual([{ row: ready, entry: pass }])
  })
})

describe('readEntries', () => {
  it('takes what it has kept, and nothing else', () => {
    const entries = { '1-1': pass }
    expect(readEntries(JSON.stringify(entries))).toEqual(entries)
    expect(readEntries(JSON.stringify({ ...entries, '2-1': { passed: 1 }, '3-1': null }))).toEqual(entries)
    for (const text of [null, '', '[1', 'null', '7']) expect(readEntries(text)).toEqual({})
  })
})

describe('the list', () => {
  const rows = [
    candidate({ memberId: 1, currentGradeId: yellow, firstName: 'Zoë' }),
    candidate({ memberId: 2, currentGradeId: null }),
    candidate({ memberId: 3, currentGradeId: yellow, result: result({ fromGradeId: white }) }),
  ]

  it('is grouped by the grade that they came with', () => {
    const groups = groupsOf({ disciplines: [karate], candidates: rows })
    expect(groups.map(({ grade, rows: of }) => [grade?.belt.gradeName, of.map(row => row.memberId)])).toEqual([
      [undefined, [2]],
      ['White', [3]],
      ['Yellow', [1]],
    ])
  })

  it('is found by name without accents, and by what is still to do', () => {
    const ids = (show: 'all' | 'open' | 'ready' | 'notReady', text = '') =>
      chosen(rows, { show, text }).map(row => row.memberId)
    expect([ids('all', 'zoe'), ids('open'), ids('ready'), ids('notReady')]).toEqual([[1], [1, 2], [1, 2, 3], []])
  })
})
