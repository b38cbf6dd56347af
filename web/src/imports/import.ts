import type { Output } from '@honbu/contract/endpoint.ts'
import type { getImport } from '@honbu/contract/imports.ts'

export type Import = Output<typeof getImport>
