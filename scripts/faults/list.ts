import type { Fault } from './fault.ts'
import { faultsOfClasses } from './list-classes.ts'
import { faultsOfMoney } from './list-money.ts'
import { faultsOfPeople } from './list-people.ts'
import { faultsOfPlatform } from './list-platform.ts'

/** The mistakes that would cost most in each area if no test found them. */
export const faults: readonly Fault[] = [...faultsOfClasses, ...faultsOfMoney, ...faultsOfPeople, ...faultsOfPlatform]
