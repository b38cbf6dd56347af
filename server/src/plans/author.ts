/** Who makes a membership; null: nobody who is signed in. */
export interface Author {
  readonly user: { readonly accountId: number } | null
}
