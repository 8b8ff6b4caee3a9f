import Doorward
import DoorwardFlow
import DoorwardTesting
import DoorwardTexts
import Testing

@MainActor struct SignInSampleTests {
  @Test(.timeLimit(.minutes(1))) func firstViewAsksForTheAddress() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["code"]))
    let driver = SignInDriver(Doorward(server.configuration), memory: .nowhere)
    driver.begin()
    for await flow in driver.updates where !flow.isBusy { break }

    let content = SignInContent(Texts(.english)).screen(of: driver.flow, at: driver.now)
    #expect(content.name == "start")
    #expect(content.fields.map(\.id) == ["doorward.sign-in.start.identifier"])

    var texts = FieldTexts()
    texts[.identifier] = "ada@example.com"
    let button = try #require(content.defaultButton)
    #expect(content.isEnabled(button, with: texts))
    driver.perform(button.action, with: texts)
    for await flow in driver.updates where !flow.isBusy { break }
    #expect(await server.lastCode(to: "ada@example.com") != nil)
  }
}
