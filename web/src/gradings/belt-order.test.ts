import { describe, expect, it } from 'vitest'
import { beltsFor, orderCsv, totalled } from './belt-order.ts'
import { gradesById } from './candidates.ts'
import { candidate, gradeIds, karate, result } from './test-rows.ts'

const { white, yellow, orange, green } = gradeIds
const grades = gradesById([karate])
const rows = [
  candidate({ memberId: 1, result: result() }),
  candidate({ memberId: 2, result: result({ passed: false }) }),
  candidate({ memberId: 3, beltSize: '000' }),
  candidate({ memberId: 4, gradingRequirementFlags: 1, beltSize: '' }),
  candidate({ memberId: 5, currentGradeId: yellow, gradeIdsAbove: [orange, green], beltSize: '10' }),
  candidate({ memberId: 6, currentGradeId: green, gradeIdsAbove: [] }),
]

describe('beltsFor', () => {
  const who = (whom: 'passed' | 'ready' | 'all', entries = {}) =>
    beltsFor({ rows, entries, grades, whom }).map(belt => [belt.memberId, belt.grade.gradeId])

  it('is for those who passed, or before that for those who may', () => {
    expect(who('passed')).toEqual([[1, yellow]])
    expect(who('ready')).toEqual([
      [1, yellow],
      [3, yellow],
      [5, orange],
    ])
    expect(who('all')).toHaveLength(4)
  })

  it('goes by what is entered already', () => {
    const entry = { passed: true, gradeId: orange, reason: '', note: '' }
    expect(who('ready', { '3-1': entry, '5-1': { ...entry, passed: false } })).toEqual([
      [1, yellow],
      [3, orange],
    ])
  })

  it('leaves out who keeps the look of his belt', () => {
    const same = [
      { ...karate, grades: karate.grades.map(grade => ({ ...grade, belt: { ...grade.belt, colour: '#000000' } })) },
    ]
    expect(beltsFor({ rows, entries: {}, grades: gradesById(same), whom: 'all' })).toEqual([])
  })
})

describe('totalled', () => {
  it('counts each belt by size: noughts first, unknown last', () => {
    const all = [
      ...rows,
      candidate({ memberId: 7, beltSize: '3' }),
      candidate({ memberId: 8, beltSize: '00' }),
      candidate({ memberId: 9, beltSize: '260 cm' }),
      candidate({ memberId: 10, beltSize: 'L' }),
    ]
    const order = totalled(beltsFor({ rows: all, entries: {}, grades, whom: 'all' }), grades)
    expect(order.map(({ gradeNames, total }) => [gradeNames, total])).toEqual([
      [['Yellow'], 7],
      [['Orange'], 1],
    ])
    expect(order[0]?.sizes).toEqual([
      { size: '000', count: 1 },
      { size: '00', count: 1 },
      { size: '3', count: 2 },
      { size: '260 cm', count: 1 },
      { size: 'L', count: 1 },
      { size: '', count: 1 },
    ])
  })

  it('puts grades of one look together, and writes them as CSV', () => {
    const twice = [
      {
        ...karate,
        grades: karate.grades.map(grade =>
          grade.gradeId === orange
            ? { ...grade, belt: { ...grade.belt, colour: '#f2c230', gradeName: '=Or"ange' } }
            : grade,
        ),
      },
    ]
    const [belt] = totalled(
      beltsFor({
        rows: [
          candidate({ memberId: 1 }),
          candidate({ memberId: 2, currentGradeId: white, gradeIdsAbove: [orange], beltSize: '' }),
        ],
        entries: {},
        grades: gradesById(twice),
        whom: 'all',
      }),
      gradesById(twice),
    )
    expect(belt?.gradeNames).toEqual(['Yellow', '=Or"ange'])
    expect(orderCsv(belt ? [{ ...belt, gradeNames: ['=Or"ange'] }] : [])).toBe(
      '"Belt","Size","Number"\r\n"\'=Or""ange","3","1"\r\n"\'=Or""ange","not known","1"',
    )
  })
})
