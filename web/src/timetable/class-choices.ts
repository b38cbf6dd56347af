import type { getClassChoices } from '@honbu/contract/class-form.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

/** What can be chosen for a class of a club. */
export type Choices = Output<typeof getClassChoices>
