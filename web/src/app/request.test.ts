import { saveAttribute } from '@honbu/contract/attributes.ts'
import { saveTransaction } from '@honbu/contract/billing.ts'
import { saveBooking } from '@honbu/contract/bookings.ts'
import { getDisciplineClasses } from '@honbu/contract/class-view.ts'
import { getClassMembers } from '@honbu/contract/classes.ts'
import { getClub } from '@honbu/contract/clubs.ts'
import { getDashboard } from '@honbu/contract/dashboard.ts'
import { search } from '@honbu/contract/directory.ts'
import { moveGrade } from '@honbu/contract/disciplines.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { setGradingCandidate } from '@honbu/contract/gradings.ts'
import { create } from '@honbu/contract/joining.ts'
import { basicSearch, saveAttendance } from '@honbu/contract/members.ts'
import { changePlan } from '@honbu/contract/membership.ts'
import { saveNote } from '@honbu/contract/notes.ts'
import { deleteContact } from '@honbu/contract/people.ts'
import { addTags, removeTags } from '@honbu/contract/tags.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, answerOf, mayPass, requestOf, send } from './request.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('requestOf', () => {
  test('path parameters stand in the path, the rest of a GET in the query string', () => {
    expect(requestOf(getClub, { id: 7 }).url).toBe('http://localhost/api/club/GetClub/7')
    expect(requestOf(basicSearch, { filter: "O'Brien & Söhne", clubId: undefined }).url).toBe(
      'http://localhost/api/member/basicSearch?filter=O%27Brien+%26+S%C3%B6hne',
    )
    expect(requestOf(getDashboard, {}).url).toBe('http://localhost/api/club/GetDashboard')
  })

  test('the rest of a POST is its JSON body', () => {
    const { url, init } = requestOf(saveAttendance, { id: 3, classId: 1, classDate: '2026-02-28', attended: null })
    expect(url).toBe('http://localhost/api/member/SaveAttendance/3')
    expect(init.method).toBe('POST')
    expect(init.body).toBe('{"classId":1,"classDate":"2026-02-28","attended":null}')
  })

  test('what the specification puts into the query string of a POST is in it, and not in the body', () => {
    const sent = [
      requestOf(moveGrade, { id: 3, positions: -1 }),
      requestOf(setGradingCandidate, { id: 3, isCandidate: true, classId: 4 }),
      requestOf(deleteContact, { id: 3, personId: 9 }),
    ].map(({ url, init }) => [url.replace('http://localhost/api/', ''), init.body])
    expect(sent).toEqual([
      ['club/MoveGrade/3?positions=-1', '{}'],
      ['member/SetGradingCandidate/3?isCandidate=true', '{"classId":4}'],
      ['member/DeleteContact/3?personId=9', '{}'],
    ])
  })

  test('what the specification asks for in the path and in the body is in both', () => {
    const body = (endpoint: Endpoint, input: object) => JSON.parse(String(requestOf(endpoint, input).init.body))
    const classDate = '2026-02-28'
    expect(body(getClassMembers, { classId: 7, classDate })).toEqual({ classId: 7, classDate })
    expect(body(getDisciplineClasses, { clubId: 2, disciplineId: 5, classDate })).toMatchObject({ clubId: 2 })
    for (const call of [saveBooking, saveTransaction, saveNote, saveAttribute, changePlan])
      expect(body(call, { id: 3 })).toEqual({ memberId: 3 })
  })

  test('a path ends as the specification writes it', () => {
    expect([create, search, addTags, removeTags].map(({ path }) => path)).toEqual(
      ['Create', 'search', 'AddTags', 'RemoveTags'].map(name => `/api/member/${name}/`),
    )
  })

  test('a write by GET is never answered from a cache', () => {
    const toggle: Endpoint = { ...getClub, kind: 'write', path: '/api/member/ToggleIssueStatus/:id' }
    expect(requestOf(toggle, { id: 3 }).init).toMatchObject({ method: 'GET', cache: 'no-store' })
  })
})

describe('send', () => {
  test('brings the token when there is one', async () => {
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
    vi.stubGlobal('fetch', fetched)
    await send(getClub, { id: 1 }, { token: 'token' })
    await send(getClub, { id: 1 }, { token: undefined })
    expect(fetched.mock.calls.map(([, init]) => new Headers(init.headers).get('authorization'))).toEqual([
      'Bearer token',
      null,
    ])
  })

  test('says it when there is no answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send(getClub, { id: 1 }, { token: 'token' })).rejects.toMatchObject({
      status: 0,
      message: 'The server cannot be reached. Check your connection and try again.',
    })
  })
})

describe('answerOf', () => {
  const refusal = { isSuccess: false, error: 'x', message: 'Said by the server.', fields: { name: ['Too long.'] } }
  const answer = (endpoint: Endpoint, status: number, body: unknown = refusal) =>
    answerOf(endpoint, new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))

  test.each([
    [getClub, 401, 'Not authenticated!'],
    [getClub, 403, 'Not authorised!'],
    [getClassMembers, 403, 'Not authorised!'],
    [saveAttendance, 401, 'Not authenticated!'],
    [saveAttendance, 403, 'Said by the server.'],
    [saveAttendance, 500, 'Api call failed'],
    [saveAttendance, 503, 'Api call failed'],
    [getClassMembers, 500, 'Api call failed'],
    [getClub, 500, 'Said by the server.'],
    [getClub, 404, 'Said by the server.'],
  ])('$path, %i: %s', async (endpoint, status, message) => {
    await expect(answer(endpoint, status)).rejects.toMatchObject({ name: 'ApiError', status, message })
  })

  test('a refusal brings the messages of its fields', async () => {
    await expect(answer(saveAttendance, 400)).rejects.toMatchObject({ fields: { name: ['Too long.'] } })
  })

  test('a page where JSON should be is a failure too', async () => {
    const message = 'The answer of the server could not be read.'
    await expect(answer(getClub, 200, '<html>')).rejects.toMatchObject({ status: 502, message })
    await expect(answer(getClub, 404, '<html>')).rejects.toMatchObject({ status: 404, message })
  })

  test('a good answer is its JSON', async () => {
    await expect(answer(getClub, 200, { id: 1 })).resolves.toEqual({ id: 1 })
  })
})

test.each([
  [0, true],
  [401, true],
  [409, true],
  [429, true],
  [500, true],
  [503, true],
  [400, false],
  [403, false],
  [404, false],
])('asking again after %i may help: %s', (status, expected) => {
  expect(mayPass(new ApiError(status, 'No.'))).toBe(expected)
})

test('what is no answer of the server may pass', () => {
  expect([mayPass(null), mayPass(new TypeError('x is undefined'))]).toEqual([true, true])
})
