import { getClassMembers } from '@honbu/contract/classes.ts'
import { addWalkIn } from '@honbu/contract/joining.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal, readKey, useWrite } from '../app/api.ts'

interface WalkIn {
  readonly memberId: number
  readonly name: string
}

/** Adds somebody at the door by their name alone: present on the date, and on its register. */
export function useWalkIn({ classId, classDate }: { classId: number; classDate: string }) {
  const client = useQueryClient()
  const add = useWrite(addWalkIn)
  const [added, setAdded] = useState<WalkIn | null>(null)
  const [refusal, setRefusal] = useState('')

  async function addNamed(text: string) {
    const name = text.trim().replaceAll(/\s+/g, ' ')
    const [firstName = '', ...rest] = name.split(' ')
    if (add.isPending) return
    setRefusal('')
    const result = await add.mutateAsync({ id: classId, classDate, firstName, lastName: rest.join(' ') })
    if (isRefusal(result)) return setRefusal(result.message)
    setAdded({ memberId: result.memberId, name })
    void client.invalidateQueries({ queryKey: readKey(getClassMembers) })
  }
  return { added, refusal, isAdding: add.isPending, addNamed }
}
