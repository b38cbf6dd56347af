import { getClubList } from '@honbu/contract/my-clubs.ts'
import type { ComponentProps } from 'react'
import { useRead } from '../app/api.ts'
import { MemberSearch } from '../members/MemberSearch.tsx'
import { memberAddress, memberCreateAddress } from '../members/member-address.ts'
import { isNamedLike } from '../members/named-like.ts'
import { findPlaces } from './find-places.ts'
import { useArticles } from './use-articles.ts'

interface Props extends Pick<ComponentProps<typeof MemberSearch>, 'initialText' | 'autoFocus'> {
  onOpen: (to: string, search?: Readonly<Record<string, string>>) => void
}

/** The member search of the menu: of all clubs, and of pages, settings and help articles too. */
export function Lookup({ onOpen, ...rest }: Props) {
  const clubs = useRead(getClubList, {}, { staleTime: 60_000 })
  const articles = useArticles()
  return (
    <MemberSearch
      {...rest}
      findPlaces={text => [...findPlaces(text, clubs.data ?? []), ...articles(text)]}
      onPlace={({ to, search }) => onOpen(to, search)}
      onSelect={({ id }) => onOpen(memberAddress(id))}
      canAdd={isNamedLike}
      onAdd={name => onOpen(memberCreateAddress(), { name })}
    />
  )
}
