import { useEffect, useState } from 'react'

/** Acts once, with the last value, when `pause` milliseconds have passed without another call. */
export function debounce<Value>(act: (value: Value) => void, pause: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    call(value: Value) {
      clearTimeout(timer)
      timer = setTimeout(act, pause, value)
    },
    cancel() {
      clearTimeout(timer)
    },
  }
}

/** The value as it was when it last stood still for `pause` milliseconds; `first` until then. */
export function useDebounced<Value>(value: Value, pause: number, first: Value): Value {
  const [settled, setSettled] = useState(first)
  useEffect(() => {
    const waiting = debounce<Value>(next => setSettled(() => next), pause)
    waiting.call(value)
    return waiting.cancel
  }, [value, pause])
  return settled
}
