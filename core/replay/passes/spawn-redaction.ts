import { type Fields, fieldsOf, trimmed } from '../traced';

/** Stands for what must not leave the machine again (OpenClaw 2026.5.7, pass 7). */
const REDACTED = '__OPENCLAW_REDACTED__';

const SECRET_KEYS = ['resumeSessionId', 'streamTo'];
const ATTACHMENT_WORDS = ['name', 'encoding', 'mimeType'];

/** The call that starts another session; its attachments and session ids are private. */
export function isSpawnCall({ name }: Fields): boolean {
  return typeof name === 'string' && name.trim().toLowerCase() === 'sessions_spawn';
}

const VALUE_KEYS = ['arguments', 'input'];

/**
 * Whether pass 7 writes a `sessions_spawn` call anew (OpenClaw 2026.5.7): it does so whenever a session id is there,
 * redacted or not.
 */
export function needsRedaction(call: Fields): boolean {
  const values = VALUE_KEYS.map((key) => fieldsOf(call[key]));
  return (
    values.some((value) => value && SECRET_KEYS.some((key) => Object.hasOwn(value, key))) || hasOpenAttachments(call)
  );
}

/** Whether a call holds attachments that are not redacted yet. */
export function hasOpenAttachments(call: Fields): boolean {
  return VALUE_KEYS.some((key) => areOpen(fieldsOf(call[key])?.attachments));
}

/** A `sessions_spawn` call with its private values redacted (OpenClaw 2026.5.7, pass 7). */
export function redactSpawn(call: Fields): Fields {
  let redacted = call;
  for (const key of VALUE_KEYS) {
    const values = fieldsOf(call[key]);
    const edited = values && redactValues(values);
    if (edited !== values) redacted = { ...redacted, [key]: edited };
  }
  return redacted;
}

function redactValues(values: Fields): Fields {
  let redacted = values;
  for (const key of SECRET_KEYS) {
    if (Object.hasOwn(values, key) && values[key] !== REDACTED) redacted = { ...redacted, [key]: REDACTED };
  }
  const { attachments } = values;
  return areOpen(attachments) ? { ...redacted, attachments: attachments.map(redactAttachment) } : redacted;
}

function areOpen(attachments: unknown): attachments is unknown[] {
  return Array.isArray(attachments) && !attachments.every(isRedactedAttachment);
}

function redactAttachment(attachment: unknown): Fields {
  const fields = fieldsOf(attachment) ?? {};
  const words = ATTACHMENT_WORDS.filter((key) => trimmed(fields[key]) !== undefined).map((key) => [key, fields[key]]);
  return { content: REDACTED, ...Object.fromEntries(words) };
}

function isRedactedAttachment(attachment: unknown): boolean {
  const fields = fieldsOf(attachment);
  if (fields?.content !== REDACTED) return false;
  return Object.keys(fields).every(
    (key) => key === 'content' || (ATTACHMENT_WORDS.includes(key) && trimmed(fields[key]) !== undefined),
  );
}
