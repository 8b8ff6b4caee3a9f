import DoorwardProvider
import DoorwardSessions

/// The texts of a page that the server makes without a script.
struct PageTexts: Sendable, Equatable {
  let title: String
  let detail: String
  /// The effect of the request so far.
  let note: String
  /// The label of the link, on a page that has one.
  var action: String = ""
}

/// The catalog: all texts of the pages that the server makes without a script, in English. The catalog of the scripts is
/// `Web/messages/en.js`.
extension PageTexts {
  static let missing = PageTexts(
    title: "There is no page at this address", detail: "The address may be incomplete or out of date.",
    note: "Nothing was changed.", action: "Go to your account")

  /// For the wallet origin, whose page continues with the address of the account page.
  static let missingForWallets = PageTexts(
    title: "There is no page at this address",
    detail: "This server runs the code of wallets. Your account is at", note: "")

  // MARK: Temporary failures

  /// - Parameters:
  ///   - isRepeatable: whether a link can send the request again.
  ///   - seconds: the time after which the server accepts the request.
  /// - Returns: the texts.
  static func tooManyRequests(isRepeatable: Bool, after seconds: String?) -> PageTexts {
    let time = seconds.map { "in \($0) \($0 == "1" ? "second" : "seconds")" } ?? "later"
    return failure("Too many requests came from your network. Try again \(time).", isRepeatable)
  }

  static func unavailable(isRepeatable: Bool) -> PageTexts {
    failure("The server cannot answer at the moment. Try again soon.", isRepeatable)
  }

  private static func failure(_ detail: String, _ isRepeatable: Bool) -> PageTexts {
    PageTexts(
      title: "This page cannot open now", detail: detail,
      note: isRepeatable ? "No data was sent." : "No data was sent. Later, start again from the app.",
      action: "Try again")
  }

  // MARK: Refused links

  init(_ refusal: AuthorizationRefusal) {
    note = "No data was sent. You can close this page."
    switch refusal {
    case .unknownClient:
      title = "Unknown app"
      detail = "The app that sent you here is not registered with this server. Tell the developer of the app."
    case .unlistedRedirect(let name):
      title = "This link leads to an unknown address"
      detail =
        "The link leads to an address that \(name) has not registered. It may be an attempt to take over your sign-in. Start again from the app itself."
    case .unusableState:
      title = "This link cannot be used"
      detail = "The app that sent you here has sent too much data. Tell the developer of the app."
    case .unreadable:
      title = "This link cannot be read"
      detail = "The link that brought you here is broken. Start again from the app."
    }
  }

  init(_ refusal: EndSessionRefusal) {
    title = "Sign out here?"
    note = "No data was sent. You stay signed in here until you sign out."
    action = "Sign out"
    switch refusal {
    case .unknownClient:
      detail =
        "The app that sent you here is not registered with this server, so you cannot be sent back to it."
    case .unlistedReturn(let application):
      detail =
        "\(application.name) asks to sign you out here, and then to open an address that it has not registered. The address will not be opened."
    case .unusableState(let application):
      detail =
        "\(application.name) asks to sign you out here, and has sent too much data. You cannot be sent back to it."
    case .unreadable:
      detail = "The link that brought you here is broken, so the app that sent you is unknown."
    }
  }
}
