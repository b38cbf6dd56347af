import clsx from 'clsx'
import { useState } from 'react'
import css from './Avatar.module.css'
import { initials } from './initials.ts'

interface Props {
  firstName: string
  lastName: string
  photoUrl?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** A photo, or initials. Beside a written name, so it is nothing to a screen reader. */
export function Avatar({ firstName, lastName, photoUrl = null, size = 'medium' }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const hasPhoto = photoUrl !== null && photoUrl !== '' && photoUrl !== failed
  return (
    <span className={clsx(css.avatar, css[size])} aria-hidden="true">
      {hasPhoto ? (
        <img src={photoUrl} alt="" loading="lazy" decoding="async" onError={() => setFailed(photoUrl)} />
      ) : (
        initials(firstName, lastName)
      )}
    </span>
  )
}
