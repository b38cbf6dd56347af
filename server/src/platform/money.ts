/** Integer pence as the wire has it: pounds with two decimals. Division by 100 gives the nearest double, which prints so. */
export const pounds = (pence: number): number => pence / 100
