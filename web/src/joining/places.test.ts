import { categoryFor, fitsAge } from '@honbu/contract/category-ages.ts'
import { describe, expect, it, test } from 'vitest'
import { createInput, problemsOf } from './create-input.ts'
import { contentOf, readContent } from './draft-content.ts'
import { firstOpen, placeBefore, placesOf, reachable } from './places.ts'
import { type Joining, newContact, newJoining, newPerson, titleOf, withJoiner, withSibling } from './wizard.ts'

const today = '2026-05-12'
const review = { step: 'review', who: 0 } as const

/** A child with all steps filled in, and its mother. */
function filled(): Joining {
  const child = { person: newPerson({ firstName: 'Kim', lastName: 'Lee', dob: '2016-02-29' }) }
  const joining = newJoining({ ...child, done: ['who', 'membership', 'start'] })
  return { ...joining, contact: newContact({ firstName: 'Mary', isGuardian: true }), isContactDone: true }
}

describe('the places of the wizard', () => {
  it('begin with who, and lead to the review', () => {
    expect(firstOpen(newJoining(), today)).toEqual({ step: 'who', who: 0 })
    expect(firstOpen(filled(), today)).toEqual(review)
    expect(placesOf(withSibling(filled())).map(({ step, who }) => `${step} ${who}`)).toEqual([
      ...['who 0', 'contact 0', 'membership 0', 'start 0'],
      ...['who 1', 'membership 1', 'start 1', 'review 0'],
    ])
  })

  it('are reached one after the other', () => {
    expect(reachable(newJoining(), review, today)).toEqual({ step: 'who', who: 0 })
    expect(reachable(filled(), { step: 'membership', who: 0 }, today)).toEqual({ step: 'membership', who: 0 })
    expect(reachable(filled(), { step: 'who', who: 7 }, today)).toEqual(review)
    expect(reachable(withSibling(filled()), review, today)).toEqual({ step: 'who', who: 1 })
    expect(placeBefore(withSibling(filled()), { step: 'membership', who: 1 })).toEqual({ step: 'who', who: 1 })
    expect(placeBefore(newJoining(), { step: 'who', who: 0 })).toBeUndefined()
  })

  it('ask for the contact again when a child comes along without a guardian', () => {
    const adult = withJoiner(filled(), 0, { person: newPerson({ firstName: 'Ann', dob: '1990-01-01' }) })
    const alone = { ...adult, contact: null }
    expect(firstOpen(alone, today)).toEqual(review)
    const family = withJoiner(withSibling(alone), 1, { person: newPerson({ firstName: 'Kid', dob: today }) })
    expect(firstOpen(family, today)).toEqual({ step: 'contact', who: 0 })
  })
})

describe('a brother or sister', () => {
  it('has the name, the house and the plan of the first, and an age of its own', () => {
    const address = { line: '1 Mill Lane', town: 'Leeds', postcode: null }
    const first = filled()
    const person = newPerson({ firstName: 'Kim', lastName: 'Lee', address })
    const membership = { ...first.joiners[0]?.membership, categoryId: 7, trainingPlanId: 3 } as never
    const [, sibling] = withSibling(withJoiner(first, 0, { person, membership })).joiners
    expect(sibling).toMatchObject({
      person: { firstName: '', lastName: 'Lee', address, dob: null },
      membership: { categoryId: null, trainingPlanId: 3 },
      done: [],
    })
    expect(titleOf(withSibling(first))).toBe('Kim Lee and Lee')
  })
})

describe('what is sent', () => {
  it('is what was typed, and says who has been looked at', () => {
    const joining = withJoiner(withSibling(filled()), 1, { notThese: [12] })
    const input = createInput({ ...joining, linked: [{ memberId: 5, name: 'Tom' }] }, 2, 9)
    expect(input).toMatchObject({
      membership: { clubId: 2 },
      evenIfDuplicate: false,
      siblings: [{ evenIfDuplicate: true }],
      linkedMemberIds: [5],
      draftId: 9,
    })
    expect(input.membership).not.toHaveProperty('joinsAs')
  })

  test.each([
    ['person.address.postcode', 'who', 0, 'address.postcode'],
    ['evenIfDuplicate', 'who', 0, 'evenIfDuplicate'],
    ['membership.memberUntil', 'membership', 0, 'memberUntil'],
    ['secondContact', 'contact', 0, ''],
    ['secondContact.isGuardian', 'contact', 0, 'isGuardian'],
    ['siblings.0.person.dob', 'who', 1, 'dob'],
    ['siblings.10.bookingDate', 'start', 11, 'bookingDate'],
    ['notes.0.subject', 'start', 0, 'notes.0.subject'],
  ] as const)('what is refused of %s stands in its step', (path, step, who, field) => {
    expect(problemsOf({ [path]: ['No', 'never'] })).toEqual([{ place: { step, who }, field, message: 'No never' }])
  })
})

describe('a draft', () => {
  it('is read as it was kept', () => {
    const joining = withSibling(filled())
    const kept = JSON.parse(JSON.stringify(contentOf(joining, { step: 'who', who: 1 }))) as Record<string, unknown>
    expect(readContent(kept)).toEqual({ joining, at: { step: 'who', who: 1 } })
  })

  it.each([{}, { joiners: [] }, { ...contentOf(filled(), review), contact: 'Mary' }])('is not read as %j', content => {
    expect(readContent(content)).toBeNull()
  })
})

describe('categoryFor', () => {
  const category = (categoryId: number, minAge: number | null, maxAge: number | null) => ({
    ...{ categoryId, name: `${categoryId}`, minAge, maxAge },
  })
  const categories = [category(1, null, null), category(2, null, 17), category(3, 7, 12), category(4, 18, null)]

  test.each([
    ['2016-05-12', 3],
    ['2013-05-13', 3],
    ['2013-05-12', 2],
    ['2008-05-12', 4],
    [today, 2],
    ['nonsense', null],
    [null, null],
  ])('of who was born on %s is %s', (dob, id) =>
    expect(categoryFor(categories, dob, today)?.categoryId ?? null).toBe(id),
  )

  it('is not every category', () => {
    expect(fitsAge(category(3, 7, 12), '2008-02-29', today)).toBe(false)
    expect(fitsAge(category(1, null, null), '2008-02-29', today)).toBe(true)
  })
})
