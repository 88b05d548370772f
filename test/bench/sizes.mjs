/** The large sessions that are measured, see `generateSession`. */
export const SIZES = [
  { entries: 16_000, bytes: 22_000_000 },
  { entries: 80_000, bytes: 110_000_000 },
];
