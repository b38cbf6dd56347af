import type { Span } from './time-of-day.ts'

/** A start and a finish as people write them: '18:00–19:00', '6-7pm', '6.30 to 8', '7pm until midnight', '18:00 (45 min)'. */

const clock = '(?:noon|midday|midnight|(?:[01]?\\d|2[0-4])(?:[:.h]?[0-5]\\d)?(?:\\s*[ap]\\.?m\\b\\.?)?)'
const letters = '\\s*[ap]\\.?m\\b\\.?'
const exact = `(?:(?:[01]?\\d|2[0-4])[:.][0-5]\\d(?:${letters})?|\\d{1,2}${letters})`
const lasts = '(?:,|\\(|\\bfor\\b)?\\s*\\d{1,3}(?:\\.\\d)?\\s*(?:min(?:ute)?s?|h(?:ou)?rs?|h)\\b\\)?'

/** Matches a span anywhere in a text; combine it with other patterns. */
export const spanPattern =
  `(?<![\\d£.:])(?:${clock}\\s*(?:-|\\bto\\b|\\b(?:un)?till?\\b)\\s*${clock}|` +
  `${exact}\\s*[\\t,;|]\\s*${exact}|${clock}\\s*${lasts})(?![\\d:%])`

/** A span that is clearly of times: with minutes, or with am or pm. '6-9' may be ages. */
export const isClearSpan = (text: string) => /[:.h]\d\d|\d{3}|[ap]\.?m\b|noon|midday|midnight|min|h(?:ou)?r/i.test(text)

interface Clock {
  /** Minutes since midnight; 1440 for the midnight that ends the day. */
  readonly at: number
  /** It can be twelve hours later too. */
  readonly isOpen: boolean
  /** Written with am or pm, or as a word. */
  readonly isTwelve: boolean
}

const half = 720
const whole = 1440

/**
 * The times of a span. An hour without am or pm is taken from the other time, and where that has none either, from 1 to 8
 * is the afternoon (`isAssumed`).
 * @returns null where the text is no span
 */
export function readSpan(text: string): (Span & { readonly isAssumed: boolean }) | null {
  const plain = text.trim().toLowerCase()
  const lasting = new RegExp(`^(${clock})\\s*(${lasts})$`).exec(plain)
  if (lasting) return addLength(readClock(lasting[1] ?? ''), lasting[2] ?? '')
  const found = new RegExp(`^(${clock})\\s*(?:-|to|(?:un)?till?|[\\t,;|])\\s*(${clock})$`).exec(plain)
  const [start, finish] = [readClock(found?.[1] ?? ''), readClock(found?.[2] ?? '')]
  if (!start || !finish) return null
  const isAssumed = start.isOpen && finish.isOpen && start.at < 9 * 60
  const from = isAssumed ? start.at + half : startAt(start, finish)
  const to = finishAt(from, start, finish)
  return from === to ? null : { startTime: print(from % whole), finishTime: print(to || whole), isAssumed }
}

function startAt(start: Clock, finish: Clock): number {
  if (!start.isOpen || finish.isOpen || !finish.isTwelve) return start.at
  // '6-7pm' is in the evening, '11-1pm' begins in the morning.
  return nearest([start.at, start.at + half], at => lengthOf(at, finish.at))
}

function finishAt(from: number, start: Clock, finish: Clock): number {
  if (!finish.isOpen) return finish.at
  if (start.isTwelve || start.isOpen) return nearest([finish.at, finish.at + half], at => lengthOf(from, at))
  // By a clock of 24 hours it is what it says, unless it would be before the start.
  return finish.at <= from && finish.at + half > from ? finish.at + half : finish.at
}

const lengthOf = (from: number, to: number) => ((to - from + whole - 1) % whole) + 1

const nearest = (options: readonly [number, number], length: (at: number) => number) =>
  length(options[0]) <= length(options[1]) ? options[0] : options[1]

function readClock(text: string): Clock | null {
  if (text === 'noon' || text === 'midday') return { at: half, isOpen: false, isTwelve: true }
  if (text === 'midnight') return { at: whole, isOpen: false, isTwelve: true }
  const found = /^(\d{1,2}?)(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/.exec(text)
  if (!found) return null
  const [, hours = '', minutes = '0', letter] = found
  const at = Number(hours) * 60 + Number(minutes)
  if (at > whole || (letter && (at < 60 || at >= half + 60))) return null
  if (letter) return { at: (at % half) + (letter === 'p' ? half : 0), isOpen: false, isTwelve: true }
  const isOpen = at >= 60 && at < half && !hours.startsWith('0')
  return { at, isOpen, isTwelve: false }
}

function addLength(start: Clock | null, length: string) {
  const found = /(\d{1,3}(?:\.\d)?)\s*(m|h)/.exec(length)
  const minutes = Math.round(Number(found?.[1]) * (found?.[2] === 'h' ? 60 : 1))
  if (!start || !found || minutes === 0 || minutes > half) return null
  const isAssumed = start.isOpen && start.at < 9 * 60
  const from = (isAssumed ? start.at + half : start.at) % whole
  return { startTime: print(from), finishTime: print((from + minutes) % whole || whole), isAssumed }
}

function print(at: number): string {
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}
