import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword, weakness } from './passwords.ts'

const about = ['maeve.obrien@mail.example', "Maeve O'Brien", 'Shirokawa Martial Arts Otley']

describe('weakness', () => {
  it.each([
    ['1234567890', 'Many people use this password.'],
    ['password123', 'Many people use this password.'],
    ['Password1!', 'It’s close to a password that many people use.'],
    ['passwordpassword', 'Many people use this password.'],
    ['honbu12345', 'Your name, your email address and your club are easy to guess.'],
    ['aaaaaaaaaaaaaa', 'It repeats the same characters.'],
    ['maeve.obrien', 'The password should not be your e-mail address.'],
    ['Shirokawa2026', 'Your name, your email address and your club are easy to guess.'],
    ['shirokawamartialarts', 'Your name, your email address and your club are easy to guess.'],
    ['M@eve0brien1', 'Your name, your email address and your club are easy to guess.'],
    ['1qaz2wsx3edc', 'Many people use this password.'],
    ['14/02/2014', 'Dates and years are easy to guess.'],
    // Of the 100,000 commonest, and not in the library's list.
    ['Apocalipsis', 'Many people use this password.'],
    ['1rus27540102', 'Many people use this password.'],
  ])('refuses %s, and says why', async (password, reason) => {
    expect(await weakness(password, about)).toContain(reason)
  })

  it.each([
    'take the register',
    'correct horse battery',
    'kettle-otter-violin-Thursday',
    'xK9#mQ2$vL5p',
    '道場の朝は早い、そして寒い',
  ])('takes %s', async password => expect(await weakness(password, about)).toBeUndefined())

  it('takes 10 to 200 characters', async () => {
    const long = 'kettle otter violin Thursday '.repeat(7)
    expect(await weakness('short one')).toContain('at least 10 characters')
    expect(await weakness(long)).toContain('at most 200 characters')
    expect(await weakness(long.slice(0, 200))).toBeUndefined()
  })
})

describe('isPassword', () => {
  const longest = 'kettle otter violin Thursday '.repeat(7).slice(0, 200)

  it.each([
    [longest, true],
    [`${longest}x`, false],
    [longest.slice(0, -1), false],
    [longest.toUpperCase(), false],
  ])('compares all of it: %s', async (password, isRight) => {
    expect(await isPassword(password, await hashPassword(longest))).toBe(isRight)
  })
})
