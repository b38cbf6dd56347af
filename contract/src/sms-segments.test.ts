import { describe, expect, it } from 'vitest'
import { smsLength } from './sms-segments.ts'

describe('smsLength', () => {
  it.each([
    ['nothing', '', 'GSM-7', 0, 0],
    ['one segment, full', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['one more', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['two, full', 'a'.repeat(306), 'GSM-7', 306, 2],
    ['three', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['a pound is in the table', '£'.repeat(160), 'GSM-7', 160, 1],
    ['a euro is two', '€'.repeat(80), 'GSM-7', 160, 1],
    ['a euro is two, beyond', '€'.repeat(81), 'GSM-7', 162, 2],
    // 76 euros fill 152 of 153: the 77th goes into the next segment.
    ['an escape is not split', '€'.repeat(153), 'GSM-7', 306, 3],
    ['a curly apostrophe', '’', 'UCS-2', 1, 1],
    ['Unicode, full', 'ł'.repeat(70), 'UCS-2', 70, 1],
    ['Unicode, beyond', 'ł'.repeat(71), 'UCS-2', 71, 2],
    ['an emoji is two', '🥋'.repeat(35), 'UCS-2', 70, 1],
    // 33 emojis fill 66 of 67.
    ['an emoji is not split', '🥋'.repeat(67), 'UCS-2', 134, 3],
  ])('%s', (_, text, encoding, units, segments) => {
    expect(smsLength(text)).toMatchObject({ encoding, units, segments })
  })

  it('names the characters that make it Unicode', () => {
    expect(smsLength('Don’t be late – we’re on').unicode).toEqual(['’', '–'])
  })
})
