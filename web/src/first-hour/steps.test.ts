import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstSteps } from '@honbu/contract/first-hour.ts'
import { describe, expect, it } from 'vitest'
import { type NewClub, nextOf, settledOf, stepsOf } from './steps.ts'

const club = (changes: Partial<NewClub> = {}): NewClub => ({
  clubId: 7,
  clubName: 'Kita Dojo',
  done: [],
  skipped: [],
  isPutAway: false,
  isFinished: false,
  disciplineWithoutGrades: null,
  firstClass: null,
  ...changes,
})

const registerOf = (of: NewClub) => stepsOf(of).find(({ key }) => key === 'register')

const articles = readdirSync(join(import.meta.dirname, '../help/articles/help'))

describe('the first steps', () => {
  it.each(stepsOf(undefined))('have an article that says how: $key', ({ help: [category, article] }) => {
    expect(articles).toContain(`${article}.md`)
    const text = readFileSync(join(import.meta.dirname, '../help/articles/help', `${article}.md`), 'utf8')
    expect(text).toContain(`\ncategory: ${category}\n`)
  })

  it('begin with the club, and wait for it', () => {
    const steps = stepsOf(undefined)
    expect(nextOf(steps)).toMatchObject({ key: 'club', to: '/club/create' })
    expect(steps.slice(1).every(step => step.to === null && step.state === 'open')).toBe(true)
    expect(settledOf(steps)).toBe(0)
  })

  it('go on with the first that is neither done nor unneeded', () => {
    const steps = stepsOf(club({ done: ['discipline'], skipped: ['location'] }))
    expect(nextOf(steps)).toMatchObject({ key: 'class', to: '/clubadmin/7/classes-and-events/week' })
    expect(settledOf(steps)).toBe(3)
  })

  it('do not offer a register before there is a class', () => {
    expect(registerOf(club())).toMatchObject({ key: 'register', to: null })
    const skipped = stepsOf(club({ skipped: firstSteps.filter(step => step !== 'register') }))
    expect(nextOf(skipped)).toBeUndefined()
    const firstClass = { classId: 3, classTypeId: 39, className: 'Juniors' }
    expect(registerOf(club({ firstClass }))?.to).toBe('/clubadmin/classes-and-events/class-roster/3')
  })

  it('lead to a discipline that has no grades yet, rather than to a second one', () => {
    const step = stepsOf(club({ disciplineWithoutGrades: { id: 5, name: 'Judo' } }))[2]
    expect(step).toMatchObject({ action: 'Add grades', to: '/clubadmin/7/disciplines/edit/5' })
    expect(step?.why).toContain('Judo')
  })
})
