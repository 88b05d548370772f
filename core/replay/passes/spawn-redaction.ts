import { type Fields, fieldsOf, trimmed } from '../traced';

/** Stands for what must not leave the machine again (OpenClaw 2026.5.7, pass 7). */
const REDACTED = '__OPENCLAW_REDACTED__';

const SECRET_KEYS = ['resumeSessionId', 'streamTo'];
const ATTACHMENT_WORDS = ['name', 'encoding', 'mimeType'];

/** The call that starts another session; its attachments and session ids are private. */
export function isSpawnCall({ name }: Fields): boolean {
  return typeof name === 'string' && name.trim().toLowerCase() === 'sessions_spawn';
}

/**
 * A `sessions_spawn` call with its private values redacted (OpenClaw 2026.5.7, pass 7); the call itself when it has
 * none. Session ids count as private also when they are redacted already.
 */
export function redactSpawn(call: Fields): Fields {
  let redacted = call;
  for (const key of ['arguments', 'input']) {
    const values = fieldsOf(call[key]);
    const edited = values && redactValues(values);
    if (edited !== values) redacted = { ...redacted, [key]: edited };
  }
  return redacted;
}

function redactValues(values: Fields): Fields {
  let redacted = values;
  for (const key of SECRET_KEYS) {
    if (Object.hasOwn(values, key)) redacted = { ...redacted, [key]: REDACTED };
  }
  const { attachments } = values;
  if (!Array.isArray(attachments) || attachments.every(isRedactedAttachment)) return redacted;
  return { ...redacted, attachments: attachments.map(redactAttachment) };
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

/** Whether a call holds attachments that are not redacted yet. */
export function hasOpenAttachments(call: Fields): boolean {
  return ['arguments', 'input'].some((key) => {
    const attachments = fieldsOf(call[key])?.attachments;
    return Array.isArray(attachments) && !attachments.every(isRedactedAttachment);
  });
}
