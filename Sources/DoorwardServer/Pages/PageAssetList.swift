/// The embedded files of each origin. Wallet code and the account page share nothing but the icon.
enum PageAssetList {
  static var account: [PageAsset] {
    [
      PageAsset("account.js", PackageResources.account_js),
      PageAsset("api.js", PackageResources.api_js),
      PageAsset("authorization.js", PackageResources.authorization_js),
      PageAsset("authorize.js", PackageResources.authorize_js),
      PageAsset("choices.js", PackageResources.choices_js),
      PageAsset("confirm.js", PackageResources.confirm_js),
      PageAsset("copy.js", PackageResources.copy_js),
      PageAsset("deliberate.js", PackageResources.deliberate_js),
      PageAsset("device-views.js", PackageResources.device_views_js),
      PageAsset("device.js", PackageResources.device_js),
      PageAsset("dialog.js", PackageResources.dialog_js),
      PageAsset("discovery.js", PackageResources.discovery_js),
      PageAsset("dom.js", PackageResources.dom_js),
      PageAsset("end-session.js", PackageResources.end_session_js),
      PageAsset("ethereum.js", PackageResources.ethereum_js),
      PageAsset("ethereum.svg", PackageResources.ethereum_svg),
      PageAsset("format.js", PackageResources.format_js),
      PageAsset("frame.js", PackageResources.frame_js),
      PageAsset("icon.svg", PackageResources.icon_svg),
      PageAsset("identities.js", PackageResources.identities_js),
      PageAsset("near.js", PackageResources.near_js),
      PageAsset("near.svg", PackageResources.near_svg),
      PageAsset("panels.css", PackageResources.panels_css),
      PageAsset("picker.js", PackageResources.picker_js),
      PageAsset("profile.js", PackageResources.profile_js),
      PageAsset("progress.js", PackageResources.progress_js),
      PageAsset("provider.js", PackageResources.provider_js),
      PageAsset("recent.js", PackageResources.recent_js),
      PageAsset("sessions.js", PackageResources.sessions_js),
      PageAsset("shell.js", PackageResources.shell_js),
      PageAsset("sign-in.js", PackageResources.sign_in_js),
      PageAsset("status.js", PackageResources.status_js),
      PageAsset("style.css", PackageResources.style_css),
      PageAsset("views.js", PackageResources.views_js),
    ]
  }

  static var wallet: [PageAsset] {
    [
      PageAsset("icon.svg", PackageResources.icon_svg),
      PageAsset("wallet-channel.js", PackageResources.wallet_channel_js),
      PageAsset("wallet-library.js", PackageResources.wallet_library_js),
      PageAsset("wallet-manifest.js", PackageResources.wallet_manifest_js),
      PageAsset("wallet-sign.js", PackageResources.wallet_sign_js),
      PageAsset("wallet-storage.js", PackageResources.wallet_storage_js),
      PageAsset("wallet-view.js", PackageResources.wallet_view_js),
      PageAsset("wallet.css", PackageResources.wallet_css),
      PageAsset("wallet.js", PackageResources.wallet_js),
    ]
  }
}
