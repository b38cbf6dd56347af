import { describe, expect, it } from 'vitest'
import { telLink } from './phone.ts'

describe('telLink', () => {
  it.each([
    ['07700 900123', 'tel:07700900123'],
    ['+44 7700 900123', 'tel:+447700900123'],
    ['+44 (0)7700 900123', 'tel:+447700900123'],
    ['0044 7700 900123', 'tel:+447700900123'],
    ['(0113) 496-0100', 'tel:01134960100'],
    ['0113.496.0100', 'tel:01134960100'],
    ['0113 496 0100 ext. 23', 'tel:01134960100;ext=23'],
    ['0113 496 0100x23', 'tel:01134960100;ext=23'],
    ['0113 496 0100 (work, after 5)', 'tel:01134960100'],
    ['Mum: 07700 900123', 'tel:07700900123'],
    ['tel +44 113 496 0100', 'tel:+441134960100'],
    ['07700 900123 / 07700 900456', 'tel:07700900123'],
  ])('%s rings %s', (written, link) => expect(telLink(written)).toBe(link))

  it.each(['', 'ask the school', '—'])('%j rings nobody', written => expect(telLink(written)).toBeNull())
})
