import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { readBelt } from './read-belt.ts'
import { readAddress, readEmail, readPhone, readPostcode } from './read-contact.ts'
import { readDate } from './read-date.ts'
import { readStatus, readYesNo } from './read-status.ts'
import { quoted } from './reading.ts'

const today = '2026-11-21'

describe('readDate', () => {
  test.each([
    ['26/11/2015', '2015-11-26'],
    ['6/8/2019', '2019-08-06'],
    ['2/11/24', '2024-11-02'],
    ['19/2/77', '1977-02-19'],
    ['1/2/26', '2026-02-01'],
    ['1/2/27', '1927-02-01'],
    ['7/4/00', '2000-04-07'],
    ['13 March 2014', '2014-03-13'],
    ['1st Sep 2020', '2020-09-01'],
    ['20-May-2024', '2024-05-20'],
    ['31.12.1999', '1999-12-31'],
    ['2016-02-29', '2016-02-29'],
    [today, today],
  ])('%s is %s', (cell, date) => {
    expect(readDate(cell, 'Joined', today)).toEqual({ value: date, problem: null })
  })

  test.each([
    ['31/02/2010', 'is not a day of the calendar'],
    ['29/02/2015', 'is not a day of the calendar'],
    ['11/26/2015', 'is not a day of the calendar'],
    ['22/11/2026', 'is in the future'],
    ['01/01/1066', 'is before 1900'],
    ['last summer', 'is not a date that can be read'],
    ['13 Foo 2014', 'is not a date that can be read'],
    ['1/1/201', 'is not a date that can be read'],
  ])('%s is told', (cell, why) => {
    expect(readDate(cell, 'Date of birth', today)).toEqual({
      value: null,
      problem: `Date of birth "${cell}" ${why}: left out`,
    })
  })

  test('an empty cell is no problem', () =>
    expect(readDate('', 'Joined', today)).toEqual({ value: null, problem: null }))
})

describe('readPhone', () => {
  test.each([
    ['07700 900 030', '+447700900030', null],
    ['07700-900379', '+447700900379', null],
    ['07700900683', '+447700900683', null],
    ['7700900769', '+447700900769', null],
    ['+44 (0)7700 900693', '+447700900693', null],
    ['+447700900768', '+447700900768', null],
    ['00447700900280', '+447700900280', null],
    ['07700 900248 (mum)', '+447700900248', 'Mother'],
    ['07700 900248 (Dad)', '+447700900248', 'Father'],
    ['0113 496 0123', '+441134960123', null],
    ['+353 1 234 5678', '+35312345678', null],
  ])('%s is %s', (cell, number, belongsTo) => {
    expect(readPhone(cell)).toEqual({ value: { number, belongsTo }, problem: null })
  })

  test.each(['', 'n/a', 'N/A', '-'])('"%s" is none', cell => {
    expect(readPhone(cell)).toEqual({ value: null, problem: null })
  })

  test.each(['12345', 'ask mum', '07700 900248 / 07700 900249'])('%s is told', cell => {
    expect(readPhone(cell)).toEqual({ value: null, problem: `Mobile "${cell}" is not a phone number: left out` })
  })

  test('a note that says nothing about whose it is is told', () => {
    expect(readPhone('07700 900248 (work)')).toEqual({
      value: { number: '+447700900248', belongsTo: null },
      problem: 'Mobile "07700 900248 (work)": the note "work" is left out',
    })
  })
})

describe('readEmail', () => {
  test.each([
    ['tressa_wolf@mail.example', 'tressa_wolf@mail.example'],
    ['BETTY.WEHNER@MAIL.EXAMPLE', 'betty.wehner@mail.example'],
    ["o'brien+karate@mail.co.example", "o'brien+karate@mail.co.example"],
  ])('%s', (cell, email) => expect(readEmail(cell)).toEqual({ value: email, problem: null }))

  test.each([
    'a at mail.example',
    'fanny.walsh@mail',
    '@mail.example',
    'a@b@mail.example',
    'a b@mail.example',
    'a@mail..example',
  ])('%s is told', cell =>
    expect(readEmail(cell)).toEqual({ value: null, problem: `E-mail "${cell}" is not an address: left out` }),
  )

  test('of two, the first', () => {
    expect(readEmail('a@mail.example;B@post.example')).toEqual({
      value: 'a@mail.example',
      problem: 'E-mail "a@mail.example;B@post.example" holds more than one address: only a@mail.example is used',
    })
  })
})

test.each([
  ['ox52bu', 'OX5 2BU'],
  ['SY8 3IC', null],
  ['WA78 66F', null],
  ['EC1A 1BB', 'EC1A 1BB'],
  ['gir 0aa', 'GIR 0AA'],
  ['M1 1AE', 'M1 1AE'],
  ['12345', null],
])('post code %s is %s', (cell, postcode) => {
  const reading = readPostcode(cell)
  expect(reading.value).toBe(postcode)
  expect(reading.problem === null).toBe(postcode !== null)
})

test.each([
  ['1 The Woodlands, Long Halvorsonford', { line: '1 The Woodlands', town: 'Long Halvorsonford' }],
  ['Flat 2, 5 Park Road, Leeds', { line: 'Flat 2, 5 Park Road', town: 'Leeds' }],
  ['Mill House', { line: 'Mill House', town: null }],
  ['', { line: null, town: null }],
])('address %s', (cell, address) => expect(readAddress(cell)).toEqual(address))

describe('readBelt', () => {
  const grades = ['White', 'Red tag', 'Green', 'Brown', 'Brown/White', 'Black 1st Dan', 'Black 2nd Dan'].map(
    (name, index) => ({ id: index + 1, name }),
  )
  test.each([
    ['White', 1],
    ['wht', 1],
    ['white belt', 1],
    ['red tag', 2],
    ['Green ', 3],
    ['brn', 4],
    ['Brown/White', 5],
    ['brown / wht', 5],
    ['Black 1st Dan', 6],
    ['BLK  first dan', 6],
  ])('%s is grade %i', (cell, id) => expect(readBelt(cell, grades, 'Karate')).toEqual({ value: id, problem: null }))

  test('a name that fits several grades is told', () => {
    expect(readBelt('Black', grades, 'Karate')).toEqual({
      value: null,
      problem: 'Belt "Black" could be Black 1st Dan or Black 2nd Dan: no belt is set',
    })
  })

  test.each(['Purple', 'White/Brown', 'Dan', 'Black 3rd Dan', 'Red'])('%s is told, not guessed', cell => {
    expect(readBelt(cell, grades, 'Karate')).toEqual({
      value: null,
      problem: `Belt "${cell}" is not a grade of Karate: no belt is set`,
    })
  })
})

test.each([
  ['Active', memberStatus.active, null],
  ['Trial', memberStatus.prospect, null],
  ['LAPSED', memberStatus.lapsed, null],
  ['Frozen', memberStatus.issue, 'Status "Frozen": imported as Issue, for somebody to look at'],
  ['?', memberStatus.issue, 'Status "?": imported as Issue, for somebody to look at'],
  ['', memberStatus.issue, 'No status: imported as Issue, for somebody to look at'],
])('status %s', (cell, value, problem) => expect(readStatus(cell)).toEqual({ value, problem }))

test.each([
  ['y', true, null],
  ['Yes', true, null],
  ['No', false, null],
  ['', false, null],
  ['only face', false, 'Photos "only face" is neither yes nor no: taken as no'],
])('photos %s', (cell, value, problem) => expect(readYesNo(cell, 'Photos')).toEqual({ value, problem }))

test('a cell is quoted on one line, without what steers a terminal', () => {
  expect(quoted('Dad pays cash\r\nask re: DD')).toBe('"Dad pays cash / ask re: DD"')
  expect(quoted('\u001b[31mred')).toBe('"[31mred"')
  expect(quoted('x'.repeat(200))).toHaveLength(82)
})
