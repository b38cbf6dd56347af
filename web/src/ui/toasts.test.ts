import { afterEach, expect, test } from 'vitest'
import { dismissToast, showToast, toastsNow } from './toasts.ts'

const messages = () => toastsNow().map(toast => toast.message)

afterEach(() => {
  for (const { id } of toastsNow()) dismissToast(id)
})

test('toasts stand in the order in which they came, and go when dismissed', () => {
  const first = showToast({ message: 'one' })
  showToast({ message: 'two', tone: 'bad' })
  expect(messages()).toEqual(['one', 'two'])
  dismissToast(first)
  dismissToast(first)
  expect(messages()).toEqual(['two'])
})

test('one with the same key takes the place of the one before', () => {
  showToast({ message: 'Jane was not saved', key: 'mark 1' })
  showToast({ message: 'other' })
  showToast({ message: 'Jane was not saved, again', key: 'mark 1' })
  expect(messages()).toEqual(['other', 'Jane was not saved, again'])
})

test('no more than four are shown', () => {
  for (const message of ['1', '2', '3', '4', '5']) showToast({ message })
  expect(messages()).toEqual(['2', '3', '4', '5'])
})
