/**
 * Finds out whether a question asks for a secret, by the usual words of many languages. A mark for the person, not a
 * fence: whoever wants to can ask in other words.
 */

interface Secret {
  readonly what: string;
  /** Distinct enough to be found anywhere, also inside a longer word. */
  readonly anywhere: string;
  /** Found only as words of their own. Both lists are divided by commas. */
  readonly words: string;
}

const SECRETS: readonly Secret[] = [
  {
    what: 'a one-time code',
    anywhere: `one-time code, one-time password, one time code, one-time pass, verification code, security code, confirmation code,
      authentication code, authenticator code, login code, sms code, code we sent, code from the sms, code from your phone,
      two-factor, einmalcode, einmalpasswort, einmalkennwort, bestätigungscode, sicherheitscode, code de vérification,
      code de sécurité, code de confirmation, code reçu par sms, código de verificación, código de seguridad,
      código de confirmación, código de verificação, código de segurança, codice di verifica, codice di sicurezza,
      verificatiecode, beveiligingscode, verifieringskod, engångskod, bekreftelseskode, engangskode, vahvistuskoodi,
      kod weryfikacyjny, jednorazowy kod, ověřovací kód, ellenőrző kód, cod de verificare, doğrulama kodu,
      код подтверждения, код из смс, одноразовый код, одноразовый пароль, код підтвердження, κωδικός επαλήθευσης,
      验证码, 驗證碼, 动态密码, 認証コード, 確認コード, ワンタイム, 인증번호, 인증 코드, رمز التحقق, קוד אימות, mã xác nhận,
      mã xác minh, kode verifikasi, รหัสยืนยัน, सत्यापन कोड`,
    words: 'otp, totp, 2fa, mfa code, tan',
  },
  {
    what: 'a password or PIN',
    anywhere: `password, passphrase, passcode, passwort, kennwort, mot de passe, contraseña, palavra-passe, wachtwoord, lösenord,
      passord, adgangskode, salasana, parola d'ordine, пароль, κωδικός πρόσβασης, סיסמה, كلمة المرور, كلمة السر, 密码, 密碼,
      パスワード, 暗証番号, 비밀번호, mật khẩu, kata sandi, รหัสผ่าน, पासवर्ड`,
    words: `senha, hasło, hasła, heslo, jelszó, jelszava, parola, parolă, şifre, şifreniz, pwd, passwd, your pin, pin code,
      pin number, the pin, pin-code, geheimzahl, código pin, code pin, sandi`,
  },
  {
    what: 'the number or code of a payment card or account',
    anywhere: `card number, credit card, debit card, creditcard, kreditkarte, kartennummer, carte bancaire, carte de crédit,
      numéro de carte, tarjeta de crédito, número de tarjeta, número da tarjeta, cartão de crédito, número do cartão,
      carta di credito, numero della carta, kaartnummer, kortnummer, numer karty, číslo karty, kart numarası, номер карты,
      номер картки, 信用卡, 卡号, 卡號, クレジットカード, カード番号, 카드 번호, 카드번호, رقم البطاقة, מספר כרטיס,
      account number, kontonummer, social security number`,
    words: 'cvv, cvc, cvc2, cvv2, iban, ssn',
  },
  {
    what: 'a key, token or login',
    anywhere: `api key, apikey, api-key, private key, ssh key, access key, secret key, signing key, access token, api token,
      bearer token, client secret, recovery phrase, recovery code, recovery key, backup code, seed phrase, mnemonic phrase,
      credentials, login data, zugangsdaten, anmeldedaten, geheimer schlüssel, privater schlüssel, api-schlüssel,
      identifiants, clé privée, clé api, clé secrète, credenciales, clave privada, clave secreta, clave de api, credenciais,
      chave privada, chave de api, credenziali, chiave privata, chiave api, inloggegevens, klucz prywatny, секретный ключ,
      приватный ключ, ключ api, сид-фраза, 私钥, 密钥, 助记词, 秘密鍵, apiキー, 비밀 키, api 키, مفتاح سري`,
    words: 'token, secret, secrets, jeton, jeton d’accès, токен, 令牌, トークン, 토큰',
  },
];

/** Letters that look like Latin ones, and figures that stand for some. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  к: 'k',
  т: 't',
  ɡ: 'g',
  ı: 'i',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  τ: 't',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** One spelling for all: no accents, nothing that cannot be seen, small letters, single blanks. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()
    .replace(/[\p{Z}\s\p{Pd}’']+/gu, ' ')
    .trim();
}

/** Looks like the same to a hasty reader: "p a s s w 0 r d", with or without letters of other alphabets. */
function lookalike(text: string): string {
  return [...text].map((letter) => LOOKALIKES[letter] ?? letter).join('');
}

function squeezed(text: string): string {
  return lookalike(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Shorter ones would be found across the borders of harmless words. Characters. */
const SHORTEST_SQUEEZED = 8;

interface Finder {
  readonly what: string;
  found(text: { readonly plain: string; readonly squeezed: string }): boolean;
}

const FINDERS: readonly Finder[] = SECRETS.map(({ what, anywhere, words }) => {
  const parts = listed(anywhere);
  const long = parts.map(squeezed).filter((part) => part.length >= SHORTEST_SQUEEZED);
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(?:${listed(words).join('|')})(?![\\p{L}\\p{N}])`, 'u');
  return {
    what,
    found: (text) =>
      parts.some((part) => text.plain.includes(part)) ||
      alone.test(text.plain) ||
      long.some((part) => text.squeezed.includes(part)),
  };
});

function listed(names: string): readonly string[] {
  return names.split(',').map(plain);
}

/** What secret the texts ask for, in words, or nothing. */
export function askedSecret(texts: readonly string[]): string | undefined {
  const forms = texts.map((text) => ({ plain: plain(text), squeezed: squeezed(plain(text)) }));
  return FINDERS.find(({ found }) => forms.some(found))?.what;
}
