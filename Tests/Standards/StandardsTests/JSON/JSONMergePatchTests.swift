import Encodings
import Testing

/// RFC 7396 Appendix A, for targets and patches that are objects.
@Suite struct JSONMergePatchTests {
  @Test(
    "RFC 7396 Appendix A: a patch gives the result of the example",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
      (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func examples(target: String, patch: String, result: String) throws {
    let object = try #require(JSONParser.parse(Array(target.utf8)).object)
    let merged = object.merging(patch: try #require(JSONParser.parse(Array(patch.utf8)).object))
    #expect(JSONValue.object(merged).serialized() == Array(result.utf8))
  }
}
