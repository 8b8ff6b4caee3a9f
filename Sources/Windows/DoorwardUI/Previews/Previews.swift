// The macro of previews is a part of Xcode, which defines `Xcode` when it builds a package. `scripts/apple-check` compiles the bodies. A test checks that it has each preview.
#if DEBUG && Xcode && canImport(SwiftUI)
  internal import SwiftUI

  #Preview("sign-in.loading: reading") { PreviewViews["sign-in.loading: reading"] }
  #Preview("sign-in.unavailable: offline") { PreviewViews["sign-in.unavailable: offline"] }
  #Preview("sign-in.unavailable: limited") { PreviewViews["sign-in.unavailable: limited"] }
  #Preview("sign-in.nothing-offered: nothing") { PreviewViews["sign-in.nothing-offered: nothing"] }
  #Preview("sign-in.start: everything") { PreviewViews["sign-in.start: everything"] }
  #Preview("sign-in.start: password was used last") { PreviewViews["sign-in.start: password was used last"] }
  #Preview("sign-in.start: look of the application") {
    PreviewViews["sign-in.start: look of the application"]
  }
  #Preview("sign-in.start: codes only") { PreviewViews["sign-in.start: codes only"] }
  #Preview("sign-in.start: passkeys only") { PreviewViews["sign-in.start: passkeys only"] }
  #Preview("sign-in.start: by invitation") { PreviewViews["sign-in.start: by invitation"] }
  #Preview("sign-in.start: closed") { PreviewViews["sign-in.start: closed"] }
  #Preview("sign-in.start: sending a code") { PreviewViews["sign-in.start: sending a code"] }
  #Preview("sign-in.start: wrong address") { PreviewViews["sign-in.start: wrong address"] }
  #Preview("sign-in.start: code refused") { PreviewViews["sign-in.start: code refused"] }
  #Preview("sign-in.start: several wallets") { PreviewViews["sign-in.start: several wallets"] }
  #Preview("sign-in.wallets: shown") { PreviewViews["sign-in.wallets: shown"] }
  #Preview("sign-in.wallets: refused in the wallet") {
    PreviewViews["sign-in.wallets: refused in the wallet"]
  }
  #Preview("sign-in.start: confirmation") { PreviewViews["sign-in.start: confirmation"] }
  #Preview("sign-in.start: confirmation with the second factor") {
    PreviewViews["sign-in.start: confirmation with the second factor"]
  }
  #Preview("sign-in.nothing-offered: confirmation") { PreviewViews["sign-in.nothing-offered: confirmation"] }
  #Preview("sign-in.password: empty") { PreviewViews["sign-in.password: empty"] }
  #Preview("sign-in.password: checking") { PreviewViews["sign-in.password: checking"] }
  #Preview("sign-in.password: wrong") { PreviewViews["sign-in.password: wrong"] }
  #Preview("sign-in.password: offline") { PreviewViews["sign-in.password: offline"] }
  #Preview("sign-in.password: limited") { PreviewViews["sign-in.password: limited"] }
  #Preview("sign-in.password: server fault") { PreviewViews["sign-in.password: server fault"] }
  #Preview("sign-in.sign-up: everything") { PreviewViews["sign-in.sign-up: everything"] }
  #Preview("sign-in.sign-up: short password") { PreviewViews["sign-in.sign-up: short password"] }
  #Preview("sign-in.sign-up: passkey only") { PreviewViews["sign-in.sign-up: passkey only"] }
  #Preview("sign-in.sign-up: user names only") { PreviewViews["sign-in.sign-up: user names only"] }
  #Preview("sign-in.sign-up: by invitation") { PreviewViews["sign-in.sign-up: by invitation"] }
  #Preview("sign-in.code.sign-in: sent") { PreviewViews["sign-in.code.sign-in: sent"] }
  #Preview("sign-in.code.sign-in: sent first") { PreviewViews["sign-in.code.sign-in: sent first"] }
  #Preview("sign-in.code.sign-in: another can be sent") {
    PreviewViews["sign-in.code.sign-in: another can be sent"]
  }
  #Preview("sign-in.code.sign-in: checking") { PreviewViews["sign-in.code.sign-in: checking"] }
  #Preview("sign-in.code.sign-in: wrong") { PreviewViews["sign-in.code.sign-in: wrong"] }
  #Preview("sign-in.code.sign-in: expired") { PreviewViews["sign-in.code.sign-in: expired"] }
  #Preview("sign-in.code.sign-in: tried too often") { PreviewViews["sign-in.code.sign-in: tried too often"] }
  #Preview("sign-in.code.sign-up: sent") { PreviewViews["sign-in.code.sign-up: sent"] }
  #Preview("sign-in.code.reset: sent") { PreviewViews["sign-in.code.reset: sent"] }
  #Preview("sign-in.code.reset: expired") { PreviewViews["sign-in.code.reset: expired"] }
  #Preview("sign-in.code.reset: listed password") { PreviewViews["sign-in.code.reset: listed password"] }
  #Preview("sign-in.proof.passkey: waiting") { PreviewViews["sign-in.proof.passkey: waiting"] }
  #Preview("sign-in.proof.near: waiting") { PreviewViews["sign-in.proof.near: waiting"] }
  #Preview("sign-in.proof.browser: waiting") { PreviewViews["sign-in.proof.browser: waiting"] }
  #Preview("sign-in.start: refused in the wallet") { PreviewViews["sign-in.start: refused in the wallet"] }
  #Preview("sign-in.start: signature of the wallet refused") {
    PreviewViews["sign-in.start: signature of the wallet refused"]
  }
  #Preview("sign-in.second-factor.passkey: everything") {
    PreviewViews["sign-in.second-factor.passkey: everything"]
  }
  #Preview("sign-in.second-factor.passkey: asking") { PreviewViews["sign-in.second-factor.passkey: asking"] }
  #Preview("sign-in.second-factor.authenticator: empty") {
    PreviewViews["sign-in.second-factor.authenticator: empty"]
  }
  #Preview("sign-in.second-factor.authenticator: wrong") {
    PreviewViews["sign-in.second-factor.authenticator: wrong"]
  }
  #Preview("sign-in.second-factor.sent-code: not sent") {
    PreviewViews["sign-in.second-factor.sent-code: not sent"]
  }
  #Preview("sign-in.second-factor.sent-code: sent") { PreviewViews["sign-in.second-factor.sent-code: sent"] }
  #Preview("sign-in.second-factor.sent-code: expired") {
    PreviewViews["sign-in.second-factor.sent-code: expired"]
  }
  #Preview("sign-in.second-factor.recovery-code: wrong") {
    PreviewViews["sign-in.second-factor.recovery-code: wrong"]
  }
  #Preview("sign-in.too-late: expired") { PreviewViews["sign-in.too-late: expired"] }
  #Preview("sign-in.new-factor: both") { PreviewViews["sign-in.new-factor: both"] }
  #Preview("sign-in.new-factor: authenticator only") {
    PreviewViews["sign-in.new-factor: authenticator only"]
  }
  #Preview("sign-in.new-factor.authenticator: key") { PreviewViews["sign-in.new-factor.authenticator: key"] }
  #Preview("sign-in.new-factor.authenticator: checking") {
    PreviewViews["sign-in.new-factor.authenticator: checking"]
  }
  #Preview("sign-in.recovery-codes: shown") { PreviewViews["sign-in.recovery-codes: shown"] }
  #Preview("sign-in.recovery-codes: warning") { PreviewViews["sign-in.recovery-codes: warning"] }
  #Preview("sign-in.keep-account: asked") { PreviewViews["sign-in.keep-account: asked"] }
  #Preview("sign-in.recovery-code-used: three left") {
    PreviewViews["sign-in.recovery-code-used: three left"]
  }
  #Preview("sign-in.recovery-code-used: none left") { PreviewViews["sign-in.recovery-code-used: none left"] }
  #Preview("sign-in.recovery-code-used: not known") { PreviewViews["sign-in.recovery-code-used: not known"] }
  #Preview("sign-in.your-name: asked") { PreviewViews["sign-in.your-name: asked"] }
  #Preview("sign-in.your-name: refused") { PreviewViews["sign-in.your-name: refused"] }
  #Preview("sign-in.passkey-offer: after a code") { PreviewViews["sign-in.passkey-offer: after a code"] }
  #Preview("sign-in.passkey-offer: asked") { PreviewViews["sign-in.passkey-offer: asked"] }
  #Preview("sign-in.passkey-offer: failed") { PreviewViews["sign-in.passkey-offer: failed"] }
  #Preview("account.loading: reading") { PreviewViews["account.loading: reading"] }
  #Preview("account.unavailable: offline") { PreviewViews["account.unavailable: offline"] }
  #Preview("account.account: lists are read") { PreviewViews["account.account: lists are read"] }
  #Preview("account.account: everything") { PreviewViews["account.account: everything"] }
  #Preview("account.account: new user") { PreviewViews["account.account: new user"] }
  #Preview("account.account: lists have failed") { PreviewViews["account.account: lists have failed"] }
  #Preview("account.account: sending a photo") { PreviewViews["account.account: sending a photo"] }
  #Preview("account.account: photo is no image") { PreviewViews["account.account: photo is no image"] }
  #Preview("account.account: photo was saved") { PreviewViews["account.account: photo was saved"] }
  #Preview("account.account: passkey was renamed") { PreviewViews["account.account: passkey was renamed"] }
  #Preview("account.remove-username: asked") { PreviewViews["account.remove-username: asked"] }
  #Preview("account.remove-photo: asked") { PreviewViews["account.remove-photo: asked"] }
  #Preview("account.remove-identity: asked") { PreviewViews["account.remove-identity: asked"] }
  #Preview("account.remove-passkey: asked") { PreviewViews["account.remove-passkey: asked"] }
  #Preview("account.remove-second-factor: asked") { PreviewViews["account.remove-second-factor: asked"] }
  #Preview("account.new-recovery-codes: asked") { PreviewViews["account.new-recovery-codes: asked"] }
  #Preview("account.end-session: asked") { PreviewViews["account.end-session: asked"] }
  #Preview("account.end-other-sessions: asked") { PreviewViews["account.end-other-sessions: asked"] }
  #Preview("account.sign-out: asked") { PreviewViews["account.sign-out: asked"] }
  #Preview("account.sign-out-everywhere: asked") { PreviewViews["account.sign-out-everywhere: asked"] }
  #Preview("account.delete-account: asked") { PreviewViews["account.delete-account: asked"] }
  #Preview("account.remove-passkey: removing") { PreviewViews["account.remove-passkey: removing"] }
  #Preview("account.remove-identity: last one") { PreviewViews["account.remove-identity: last one"] }
  #Preview("account.delete-account: offline") { PreviewViews["account.delete-account: offline"] }
  #Preview("account.profile-edit: open") { PreviewViews["account.profile-edit: open"] }
  #Preview("account.username: open") { PreviewViews["account.username: open"] }
  #Preview("account.username: taken") { PreviewViews["account.username: taken"] }
  #Preview("account.email: open") { PreviewViews["account.email: open"] }
  #Preview("account.phone: open") { PreviewViews["account.phone: open"] }
  #Preview("account.rename-passkey: open") { PreviewViews["account.rename-passkey: open"] }
  #Preview("account.password-change: open") { PreviewViews["account.password-change: open"] }
  #Preview("account.password-change: wrong") { PreviewViews["account.password-change: wrong"] }
  #Preview("account.password-change: not confirmed") {
    PreviewViews["account.password-change: not confirmed"]
  }
  #Preview("account.email.code: sent") { PreviewViews["account.email.code: sent"] }
  #Preview("account.email.code: expired") { PreviewViews["account.email.code: expired"] }
  #Preview("account.add-passkey: waiting") { PreviewViews["account.add-passkey: waiting"] }
  #Preview("account.add-near: waiting") { PreviewViews["account.add-near: waiting"] }
  #Preview("account.add-near: refused") { PreviewViews["account.add-near: refused"] }
  #Preview("account.add-authenticator: waiting") { PreviewViews["account.add-authenticator: waiting"] }
  #Preview("account.add-sms-codes: waiting") { PreviewViews["account.add-sms-codes: waiting"] }
  #Preview("account.export: waiting") { PreviewViews["account.export: waiting"] }
  #Preview("account.export.file: read") { PreviewViews["account.export.file: read"] }
  #Preview("account.new-authenticator: key") { PreviewViews["account.new-authenticator: key"] }
  #Preview("account.recovery-codes: shown") { PreviewViews["account.recovery-codes: shown"] }
  #Preview("account.finished.deleted: deleted") { PreviewViews["account.finished.deleted: deleted"] }
  #Preview("window: loading") { PreviewViews["window: loading"] }
  #Preview("window: failed") { PreviewViews["window: failed"] }
  #Preview("window: signed out") { PreviewViews["window: signed out"] }
  #Preview("window: signed in") { PreviewViews["window: signed in"] }
  #Preview("user: signed in") { PreviewViews["user: signed in"] }
  #Preview("user: signed out") { PreviewViews["user: signed out"] }
  #Preview("photo: signed in") { PreviewViews["photo: signed in"] }
  #Preview("photo: signed out") { PreviewViews["photo: signed out"] }
  #Preview("wallets: two") { PreviewViews["wallets: two"] }

  // MARK: Other looks

  #Preview("sign-in.start: everything, right to left") {
    PreviewViews["sign-in.start: everything"].doorwardLanguage("ar")
  }
  #Preview("sign-in.start: everything, dark") {
    PreviewViews["sign-in.start: everything"].preferredColorScheme(.dark)
  }
  #Preview("sign-in.start: look of the application, dark") {
    PreviewViews["sign-in.start: look of the application"].preferredColorScheme(.dark)
  }
  #Preview("sign-in.start: everything, large") {
    PreviewViews["sign-in.start: everything"].dynamicTypeSize(.accessibility3)
  }
  #Preview("account.account: everything, right to left") {
    PreviewViews["account.account: everything"].doorwardLanguage("ar")
  }
  #Preview("account.account: everything, dark") {
    PreviewViews["account.account: everything"].preferredColorScheme(.dark)
  }
#endif
