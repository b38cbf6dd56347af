import { getClassMembers } from '@honbu/contract/classes.ts'
import { getDashboard } from '@honbu/contract/dashboard.ts'
import { getGradingCandidates, getGradingHistory, saveGradingResults } from '@honbu/contract/gradings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isRefusal, readKey, useWrite } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'
import { type Candidate, type GradingDayData, keyOf } from './candidates.ts'
import { type Entries, type Entry, entered } from './entries.ts'

/** What an entry was refused for, by the key of the row. */
export type RowErrors = Readonly<Record<string, string>>

interface Options {
  data: GradingDayData
  entries: Entries
  change: (next: (entries: Entries) => Entries) => void
}

/** Saves everything that is entered: all of it, or nothing and what is wrong on each row. */
export function useSaveResults({ data, entries, change }: Options) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<RowErrors>({})
  const [message, setMessage] = useState('')
  const isSaving = useRef(false)
  const save = useWrite(saveGradingResults, {
    invalidates: [getGradingCandidates, getGradingHistory, getClassMembers, getDashboard],
  })

  async function saveAll() {
    const sent = entered(entries, data.candidates)
    // A second press before the button shows the first one.
    if (sent.length === 0 || isSaving.current) return
    isSaving.current = true
    setMessage('')
    const { classId, classDate } = data
    const answer = await save.mutateAsync({ classId, classDate, results: sent.map(asResult) })
    isSaving.current = false
    if (!isRefusal(answer)) {
      setErrors({})
      change(now =>
        Object.fromEntries(Object.entries(now).filter(([key]) => !sent.some(({ row }) => keyOf(row) === key))),
      )
      showToast({ message: sent.length === 1 ? '1 result is saved.' : `${sent.length} results are saved.` })
      return
    }
    setMessage(answer.message)
    setErrors(rowErrors(answer.fields ?? {}, sent))
    // Somebody else has been there: show what he has saved.
    if (answer.status === 409) await client.invalidateQueries({ queryKey: readKey(getGradingCandidates) })
  }

  return {
    saveAll,
    isSaving: save.isPending,
    message,
    errors,
    /** A row that is entered anew is not wrong until it is saved again. */
    forget: (key: string) => {
      setMessage('')
      setErrors(({ [key]: _, ...others }) => others)
    },
  }
}

const asResult = ({ row, entry }: { row: Candidate; entry: Entry }) => ({
  memberId: row.memberId,
  disciplineId: row.disciplineId,
  ...entry,
})

/** 'results.3.reason' is the fourth of those that were sent. */
function rowErrors(
  fields: Readonly<Record<string, readonly string[]>>,
  sent: readonly { row: Candidate }[],
): RowErrors {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, messages]) => {
      const row = sent[Number(/^results\.(\d+)\./.exec(field)?.[1])]?.row
      return row && messages[0] ? [[keyOf(row), messages[0]]] : []
    }),
  )
}
