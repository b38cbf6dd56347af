import { expect, it } from 'vitest'
import { linkWayOut, marketingText, stopWayOut } from './marketing-text.ts'
import { smsLength } from './sms-segments.ts'

const sender = { clubName: 'Kaizen Leeds', wayOut: stopWayOut }

it('puts the club first and the way to opt out last', () => {
  expect(marketingText('Camp in July!', sender)).toBe('Kaizen Leeds: Camp in July!\nReply STOP to opt out')
})

it('adds neither a second time', () => {
  const whole = 'Camp at KAIZEN LEEDS in July! Text STOP to end these.'
  expect(marketingText(whole, sender)).toBe(whole)
  const own = 'Kaizen Leeds: camp in July! https://club.example/unsubscribe/abc'
  expect(marketingText(own, sender)).toBe(own)
  const added = marketingText('Camp in July!', sender)
  expect(marketingText(added, sender)).toBe(added)
})

it('doesn’t take the word for the way', () => {
  expect(marketingText('Kaizen Leeds: we never stop to rest', sender)).toContain('Reply STOP')
})

it('adds to the parts that are sent', () => {
  const text = 'x'.repeat(150)
  expect([smsLength(text).segments, smsLength(marketingText(text, sender)).segments]).toEqual([1, 2])
  const byLink = { clubName: '', wayOut: linkWayOut(`https://club.example/unsubscribe/${'x'.repeat(68)}`) }
  expect(smsLength(marketingText('x'.repeat(80), byLink)).segments).toBe(2)
})
