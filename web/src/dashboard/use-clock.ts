import { useEffect, useState } from 'react'

/** The time of day on this machine's clock, 'HH:mm', kept right while the screen is open. Who looks stands in the hall. */
export function useClock(): string {
  const [now, setNow] = useState(localTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(localTime()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function localTime(): string {
  const now = new Date()
  return [now.getHours(), now.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')
}
