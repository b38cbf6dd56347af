import type { Endpoint, Input, Output } from '@honbu/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type Refusal, useWrite } from '../app/api.ts'

/** A write that changes who has a place: schedules, registers and searches of members show it too. */
export function useDayWrite<E extends Endpoint<'write'>>(
  endpoint: E,
  options: {
    onSuccess?: (result: Output<E>, input: Input<E>) => unknown
    onRefused?: (refusal: Refusal, input: Input<E>) => unknown
  } = {},
) {
  const client = useQueryClient()
  return useWrite(endpoint, {
    ...options,
    onSuccess: (result, input) => {
      void client.invalidateQueries({ queryKey: ['club'] })
      void client.invalidateQueries({ queryKey: ['member'] })
      return options.onSuccess?.(result, input)
    },
  })
}
