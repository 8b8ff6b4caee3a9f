extension UIApplication {
  // https://developer.apple.com/documentation/uikit/uiapplication/applicationstate
  public var applicationState: State { .active }

  // https://developer.apple.com/documentation/uikit/uiapplication/state-swift.enum
  public enum State: Int, @unchecked Sendable {
    // https://developer.apple.com/documentation/uikit/uiapplication/state-swift.enum/active
    case active = 0
    // https://developer.apple.com/documentation/uikit/uiapplication/state-swift.enum/inactive
    case inactive = 1
    // https://developer.apple.com/documentation/uikit/uiapplication/state-swift.enum/background
    case background = 2
  }
}
