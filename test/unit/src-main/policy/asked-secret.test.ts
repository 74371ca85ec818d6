import { expect, it } from 'vitest';
import { askedSecret } from '../../../../src-main/policy/asked-secret.ts';

it.each([
  ['What is your password?', 'a password'],
  ['PASSWORD for the database', 'a password'],
  ['Please enter your pass-word', 'a password'],
  ['p a s s w 0 r d ?', 'a password'],
  ['pass\u200bword', 'a password'],
  ['раsswоrd', 'a password'],
  ['Wie lautet dein Datenbankpasswort?', 'a password'],
  ['Quel est votre mot de passe ?', 'a password'],
  ['¿Cuál es tu contraseña?', 'a password'],
  ['Cual es tu contrasena', 'a password'],
  ['Qual è la tua parola d’ordine?', 'a password'],
  ['Qual é a sua senha?', 'a password'],
  ['Введите пароль', 'a password'],
  ['请输入您的密码', 'a password'],
  ['パスワードを入力してください', 'a password'],
  ['비밀번호를 입력하세요', 'a password'],
  ['أدخل كلمة المرور', 'a password'],
  ['Podaj hasło', 'a password'],
  ['şifreniz nedir', 'a password'],
  ['Tell me the verification code from your phone', 'a one-time code'],
  ['What is the OTP?', 'a one-time code'],
  ['Wie lautet der Bestätigungscode?', 'a one-time code'],
  ['Какой код из СМС?', 'a one-time code'],
  ['短信验证码是多少', 'a one-time code'],
  ['Your credit card number and CVV', 'payment card'],
  ['Numéro de carte', 'payment card'],
  ['Which API key shall I use?', 'a key, token or login'],
  ['Paste the access token', 'a key, token or login'],
  ['Write down your seed phrase', 'a key, token or login'],
])('sees that "%s" asks for a secret', (text, what) => {
  expect(askedSecret([text])).toContain(what);
});

it('looks at the options, too', () => {
  expect(askedSecret(['How shall I log in?', 'With a guest name', 'With my password'])).toContain('password');
});

it.each([
  'Which colour do you want?',
  'How many tokens may the summary have?',
  'Shall I pin the version of vite?',
  'Which branch shall I push to?',
  'Soll ich die Datei löschen? Tante Emma wartet.',
  'Is the cardinality right? Go on with the next step?',
  'Opt out of the newsletter?',
  'Где хранить картинки?',
  '用哪种颜色?',
])('lets "%s" be', (text) => {
  expect(askedSecret([text])).toBeUndefined();
});
