import type { getDisciplineGrades } from '@honbu/contract/disciplines.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

export type Grade = Output<typeof getDisciplineGrades>[number]
