/** How a text message is sent, and what it is counted as. */
export interface SmsLength {
  /** GSM 03.38 has 7 bits a character; one character outside it makes the whole message UCS-2, with 16. */
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** Septets of GSM-7 (a character of the extension table is two), or units of UTF-16. */
  readonly units: number
  readonly segments: number
  /** Units that are left in the last segment. */
  readonly left: number
  /** The characters that make it UCS-2, each once. */
  readonly unicode: readonly string[]
}

/** 3GPP TS 23.038, 6.2.1: the basic character set, and the extension table behind an escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** One segment holds 140 octets; in a message of several, 6 of them say how it is put together (3GPP TS 23.040). */
const sizes = {
  'GSM-7': { alone: 160, together: 153 },
  'UCS-2': { alone: 70, together: 67 },
} as const

/** What a text costs to send: its segments, and why. A character is never split between two segments. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const unicode = [...new Set(characters.filter(each => !basic.has(each) && !extended.has(each)))]
  const encoding = unicode.length > 0 ? 'UCS-2' : 'GSM-7'
  const weights = characters.map(each => (encoding === 'UCS-2' ? each.length : weightOf(each)))
  const units = weights.reduce((sum, weight) => sum + weight, 0)
  const { alone, together } = sizes[encoding]
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1, left: alone - units, unicode }
  let segments = 1
  let filled = 0
  for (const weight of weights) {
    if (filled + weight > together) {
      segments += 1
      filled = 0
    }
    filled += weight
  }
  return { encoding, units, segments, left: together - filled, unicode }
}

const weightOf = (character: string) => (extended.has(character) ? 2 : 1)
