import type { Output } from '@honbu/contract/endpoint.ts'
import type { getMemberDisciplines } from '@honbu/contract/membership.ts'

export type Studied = Output<typeof getMemberDisciplines>[number]
