#pragma once

namespace marblemaze {

class Command;
class CommandOption;

/// The largest whole number that an option takes: any option's type holds it.
inline constexpr int kMostOfAnOption = 999'999'999;

/// Makes every option of the program and its commands that takes a number refuse anything else in
/// one line: no words, no nan or inf (which CLI11 reads), no whole number beyond kMostOfAnOption.
void require_numbers(Command& program);

/// Makes an option refuse numbers outside [low, high], both ends included. Throws BadInput while
/// the command line is read. Bounds of whole numbers lie within kMostOfAnOption, which is asserted.
CommandOption* within(double low, double high, CommandOption* option);

}  // namespace marblemaze
