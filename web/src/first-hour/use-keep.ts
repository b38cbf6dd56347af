import { type FirstStep, getFirstHour, saveFirstHour } from '@honbu/contract/first-hour.ts'
import { useWrite } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'
import type { Step } from './steps.ts'

interface Said {
  readonly clubId: number
  readonly skipped: readonly FirstStep[]
  readonly isPutAway: boolean
}

/** Saves what someone says about the guide of a club. */
export function useKeep({ clubId, skipped, isPutAway }: Said) {
  const save = useWrite(saveFirstHour, {
    invalidates: [getFirstHour],
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  const keep = (changes: { skipped?: FirstStep[]; isPutAway?: boolean }) =>
    save.mutateAsync({ id: clubId, skipped: [...skipped], isPutAway, ...changes })
  const skip = ({ key }: Step, isSkipped: boolean) => {
    if (key === 'club') return
    const others = skipped.filter(each => each !== key)
    void keep({ skipped: isSkipped ? [...others, key] : others })
  }
  return { keep, skip, isBusy: save.isPending }
}
