import { useMatches } from '@tanstack/react-router'
import { titleOf } from '../app/title.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { NotBuiltText } from './NotBuiltText.tsx'

/** Stands where a screen of the specification will be: its title, and that it is not built yet. */
export function NotBuilt() {
  return (
    <>
      <PageHeader title={titleOf(useMatches())} />
      <NotBuiltText />
    </>
  )
}
