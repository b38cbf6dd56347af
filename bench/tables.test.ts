import { describe, expect, it } from 'vitest'
import { figuresOf } from './load/measure.ts'
import { freshIn } from './load/noting.ts'
import { sharesOf } from './load/profile.ts'
import { between } from './tables.ts'

describe('figuresOf', () => {
  it('takes the answers of all slices together', () => {
    const first = { times: Float64Array.from({ length: 98 }, (_, index) => 98 - index), ms: 500 }
    const figures = figuresOf([first, { times: Float64Array.of(99, 100), ms: 500 }])
    expect(figures).toEqual({ perSecond: 100, p50: 50, p99: 99 })
  })
})

describe('freshIn', () => {
  it('finds what chance has made, also within a text, and nothing else', () => {
    const query = (...values: unknown[]) => [{ text: '', values, connection: 0, wave: 0 }]
    const [old, other] = ['V1StGXR8_Z5jdHi6B-myT', 'Uakgb_J5m9g-0JDMbcJqL']
    const first = query(old, `{"uid":"${old}","kind":"Session"}`, 7, [old])
    expect(freshIn(first, query(other, `{"uid":"${other}","kind":"Session"}`, 8, [other]))).toEqual([other])
    expect(freshIn(first, first)).toEqual([])
  })
})

describe('sharesOf', () => {
  it('tells whose time it was, without that of waiting', () => {
    const node = (id: number, url: string, children: number[] = [], functionName = 'f') => ({
      id,
      callFrame: { functionName, scriptId: '0', url, lineNumber: 0, columnNumber: 0 },
      children,
    })
    const nodes = [
      node(1, '', [2, 4], '(root)'),
      node(2, 'file:///app/node_modules/@a/b/x.js', [3]),
      node(3, ''),
      node(4, '', [], '(idle)'),
      node(5, 'file:///app/server/src/classes/roster.ts'),
    ]
    const profile = { nodes, startTime: 0, endTime: 9, samples: [2, 3, 4, 5], timeDeltas: [1, 2, 5, 1] }
    expect(sharesOf(profile)).toEqual([
      ['@a/b', 0.75],
      ['classes', 0.25],
    ])
  })
})

describe('between', () => {
  it('replaces what stands between two markers, and only that', () => {
    const page = 'before <!-- bench:one -->old<!-- /bench:one --> after'
    const once = between(page, 'one', 'new')
    expect(once).toBe('before <!-- bench:one -->\n\nnew\n\n<!-- /bench:one --> after')
    expect(between(once, 'one', 'new')).toBe(once)
    expect(() => between(page, 'two', '')).toThrow('no place for two')
  })
})
