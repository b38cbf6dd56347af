export interface Share {
  readonly memberId: number
  readonly pence: number
  /** The place of the payment it comes from. */
  readonly from: number
}

/**
 * Lays payments end to end over what members owe, both in their order: who pays how much of which. Whole pence; what is
 * paid beyond all debts is left out, and the caller has seen to it that there is none.
 */
export function shareOut(
  debts: readonly { readonly memberId: number; readonly pence: number }[],
  payments: readonly number[],
): Share[] {
  const shares: Share[] = []
  const left = debts.map(debt => ({ ...debt }))
  for (const [from, paid] of payments.entries()) {
    let rest = paid
    for (const debt of left) {
      const pence = Math.min(rest, debt.pence)
      if (pence === 0) continue
      shares.push({ memberId: debt.memberId, pence, from })
      debt.pence -= pence
      rest -= pence
    }
  }
  return shares
}
