import { counted } from './counted.ts'
import { type Kpi, percent } from './kpi.ts'

/** What the people of a club get done. */
export const staffKpis = {
  tasksDone: {
    title: 'Tasks done',
    unit: 'count',
    words: counted.tasksDone,
    value: of => of.tasksDone,
    better: 'more',
    list: 'tasksDone',
  },
  tasksLate: {
    title: 'Done late',
    unit: 'percent',
    words: 'Tasks completed after their due day ÷ tasks completed',
    value: of => percent(of.tasksLate, of.tasksDone),
    better: 'less',
    list: 'tasksDone',
  },
  tasksOverdue: {
    title: 'Tasks overdue',
    unit: 'count',
    words: counted.tasksOverdue,
    value: of => of.tasksOverdue,
    better: 'less',
    list: 'tasksOverdue',
  },
} as const satisfies Readonly<Record<string, Kpi>>
