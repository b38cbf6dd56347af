import type { getPayments, Transaction as Row } from '@honbu/contract/billing.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import type * as z from 'zod/mini'

export type Transaction = z.infer<typeof Row>
export type Payment = Output<typeof getPayments>[number]
