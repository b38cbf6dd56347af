import type { getDirectoryViews } from '@honbu/contract/directory.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

/** A saved view of the directory. */
export type View = Output<typeof getDirectoryViews>[number]
