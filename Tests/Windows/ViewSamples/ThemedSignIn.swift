import DoorwardFlow
import DoorwardTexts
import DoorwardUI
import SwiftUI

struct ThemedSignIn: View {
  private var config: DoorwardAuthenticationFlowConfig {
    var config = DoorwardAuthenticationFlowConfig.default
    config.content.brand = ScreenContent.Brand(name: "The Club")
    config.content.screens["start"] = SignInConfiguration.Screen(
      title: "Welcome to the club", lead: "Members only.")
    return config
  }

  var body: some View {
    DoorwardDefaultAuthenticationFlowView(flowConfig: config)
      .doorwardTheme(DoorwardTheme(color: .red, cornerRadius: 4, fontName: "Avenir Next"))
      .doorwardTexts(Texts().replacing(["password.forgot": "Lost your password?"]))
  }
}
