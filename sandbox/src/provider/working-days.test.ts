import { expect, it } from 'vitest'
import { addWorkingDays, instructionDay, isWorkingDay, workingDayFrom } from './working-days.ts'

it.each([
  // https://www.gov.uk/bank-holidays, England and Wales
  [2020, ['01-01', '04-10', '04-13', '05-08', '05-25', '08-31', '12-25', '12-28']],
  [2022, ['01-03', '04-15', '04-18', '05-02', '06-02', '06-03', '08-29', '09-19', '12-26', '12-27']],
  [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']],
  [2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']],
  [2028, ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26']],
])('knows the bank holidays of %d', (year, holidays) => {
  const off: string[] = []
  for (
    let day = new Date(Date.UTC(year, 0, 1));
    day.getUTCFullYear() === year;
    day = new Date(day.getTime() + 86_400_000)
  ) {
    const date = day.toISOString().slice(0, 10)
    const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    if (!isWeekend && !isWorkingDay(date)) off.push(date.slice(5))
  }
  expect(off).toEqual(holidays)
})

it('counts working days to both sides', () => {
  expect(addWorkingDays('2026-05-22', 1)).toBe('2026-05-26')
  expect(addWorkingDays('2026-05-26', -1)).toBe('2026-05-22')
  expect(addWorkingDays('2026-05-23', 0)).toBe('2026-05-23')
  expect(workingDayFrom('2026-12-25')).toBe('2026-12-29')
})

it('takes an instruction after four in London for one of the next working day', () => {
  expect(instructionDay(new Date('2026-05-12T14:59:59Z'))).toBe('2026-05-12')
  expect(instructionDay(new Date('2026-05-12T15:00:00Z'))).toBe('2026-05-13')
  expect(instructionDay(new Date('2026-01-09T16:00:00Z'))).toBe('2026-01-12')
  expect(instructionDay(new Date('2026-05-23T09:00:00Z'))).toBe('2026-05-26')
})
