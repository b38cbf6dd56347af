import type { Fault } from './fault.ts'
import { faultsOfClasses } from './list-classes.ts'
import { faultsOfMoney } from './list-money.ts'
import { faultsOfPeople } from './list-people.ts'
import { faultsOfPlatform } from './list-platform.ts'

/** In each area the mistakes that would cost most, had nobody noticed. */
export const faults: readonly Fault[] = [...faultsOfClasses, ...faultsOfMoney, ...faultsOfPeople, ...faultsOfPlatform]
