import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The files that pages of each origin load. Wallet code and the account page share only the icon.
package enum PageAssetList {
  package static var account: [PageAsset] {
    [
      WebFiles.account_js, WebFiles.authorize_js, WebFiles.continue_js, WebFiles.device_js,
      WebFiles.end_session_js, WebFiles.icon_svg, WebFiles.page_css, WebFiles.secure_js,
    ] + WebFiles.texts.values
  }

  package static var wallet: [PageAsset] {
    [WebFiles.icon_svg, WebFiles.wallet_css, WebFiles.wallet_js] + WebFiles.walletTexts.values
  }
}
