export { debtInfo, type Overdue } from './debt.ts'
